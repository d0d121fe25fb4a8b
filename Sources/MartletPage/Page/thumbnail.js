// Small images of photos and videos. Other clients show them in place of the file, until somebody
// wants to see it large.

const EDGE = 840; // pixels (Limits.thumbnailSide)
const WORTH = 150_000; // bytes: a smaller picture needs no thumbnail (Limits.thumbnailWorth)
const MOST = 131_072; // bytes (Limits.thumbnailBytes)
const PATIENCE = 5_000; // milliseconds for a frame of a video
const TRIES = [[1, 0.8], [1, 0.6], [1 / 2, 0.6], [1 / 4, 0.6]]; // the part of the longer edge, and the quality
const AVATAR = 512; // pixels (ChatUI.AvatarImage)

/** The thumbnail of a decoded picture with these bytes; null if it needs none, or none can be made. */
export async function ofPicture(image, blob) {
  if (blob.size < WORTH || await isAnimated(blob)) return null; // an animation would stand still
  return drawn(image, image.naturalWidth, image.naturalHeight).catch(() => null);
}

/** The small picture of a person, made of a decoded picture; null if none can be made. */
export function ofPerson(image) { return drawn(image, image.naturalWidth, image.naturalHeight, AVATAR).catch(() => null); }

/** The thumbnail of the video at this address: a frame of its beginning. null if it can't be drawn. */
export async function ofVideo(address) {
  const video = document.createElement("video");
  Object.assign(video, { muted: true, playsInline: true, preload: "auto", src: address });
  try {
    // Apple's phones load no frame before the position is set.
    await Promise.all([event(video, "loadedmetadata"), video.load()]);
    const sought = event(video, "seeked");
    video.currentTime = Math.min(0.5, video.duration / 2 || 0);
    await sought;
    return await drawn(video, video.videoWidth, video.videoHeight);
  } catch {
    return null;
  } finally {
    video.removeAttribute("src");
    video.load(); // releases the file
  }
}

function event(target, name) {
  return new Promise((done, fail) => {
    AbortSignal.timeout(PATIENCE).addEventListener("abort", fail);
    target.addEventListener(name, done, { once: true });
    target.addEventListener("error", fail, { once: true });
  });
}

/** Whether a picture moves, by the marks of GIF, of WebP (VP8X) and of PNG (acTL, before its data). */
async function isAnimated(blob) {
  const head = new TextDecoder("latin1").decode(await blob.slice(0, 4_096).arrayBuffer());
  if (head.startsWith("GIF8")) return true;
  if (head.startsWith("VP8X", 12)) return (head.charCodeAt(20) & 2) !== 0;
  return head.startsWith("PNG", 1) && head.slice(0, head.indexOf("IDAT")).includes("acTL");
}

async function drawn(source, width, height, longest = EDGE) {
  if (!width || !height || !canReadCanvas()) return null; // a browser may play only the sound of a video
  for (const [part, quality] of TRIES) {
    const scale = Math.min(1, (longest * part) / Math.max(width, height));
    const [canvas, context] = surface(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
    context.imageSmoothingQuality = "high";
    context.drawImage(source, 0, 0, canvas.width, canvas.height);
    let blob = await encoded(canvas, "image/webp", quality);
    if (blob?.type !== "image/webp") { // Safari: a JPEG has no transparency
      context.globalCompositeOperation = "destination-over";
      context.fillStyle = "#fff";
      context.fillRect(0, 0, canvas.width, canvas.height);
      blob = await encoded(canvas, "image/jpeg", quality);
    }
    if (blob && blob.size <= MOST) return blob;
  }
  return null;
}

/** Whether this browser lets scripts read what they drew. Some add noise, to protect against fingerprinting. */
function canReadCanvas() {
  const [, context] = surface(2, 2);
  context.fillStyle = "#369";
  context.fillRect(0, 0, 2, 2);
  const { data } = context.getImageData(0, 0, 2, 2);
  return data.every((value, place) => value === [0x33, 0x66, 0x99, 0xff][place % 4]);
}

function surface(width, height) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  return [canvas, canvas.getContext("2d")];
}

function encoded(canvas, type, quality) { return new Promise((done) => { canvas.toBlob(done, type, quality); }); }

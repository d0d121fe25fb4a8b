// Small images of photos and videos. Other clients show them in place of the file, until somebody
// wants to see it large.

const EDGE = 840; // pixels: twice the width of a picture on the screen
const WORTH = 150_000; // bytes: a smaller picture is shown itself
const MOST = 131_072; // bytes (Limits.thumbnailBytes)
const PATIENCE = 5_000; // milliseconds for a frame of a video
const TRIES = [[EDGE, 0.8], [EDGE, 0.6], [EDGE / 2, 0.6], [EDGE / 4, 0.6]]; // the longer edge, and the quality

/** The thumbnail of a decoded picture of `size` bytes; null if it needs none. */
export async function ofPicture(image, size, type) {
  if (size < WORTH || type === "image/gif") return null; // which may move
  return drawn(image, image.naturalWidth, image.naturalHeight);
}

/** The thumbnail of the video at this address: a frame of its beginning. null if it can't be drawn. */
export async function ofVideo(address) {
  const video = document.createElement("video");
  Object.assign(video, { muted: true, playsInline: true, preload: "auto", src: address });
  try {
    await event(video, "loadeddata");
    video.currentTime = Math.min(0.5, video.duration / 2 || 0);
    await event(video, "seeked");
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
    const ended = AbortSignal.timeout(PATIENCE);
    ended.addEventListener("abort", fail);
    target.addEventListener(name, done, { once: true });
    target.addEventListener("error", fail, { once: true });
  });
}

async function drawn(source, width, height) {
  for (const [edge, quality] of TRIES) {
    const scale = Math.min(1, edge / Math.max(width, height));
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) });
    const context = canvas.getContext("2d");
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

function encoded(canvas, type, quality) { return new Promise((done) => { canvas.toBlob(done, type, quality); }); }

// The page's style sheet for an element: nothing in it depends on the style of the page around.

const families = new Set(); // that this page knows

/** Fetches the style sheet. `theme`: “light”, “dark”, or what the user's system says. */
export async function styles(address, theme) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(address);
  const sheet = new CSSStyleSheet();
  await sheet.replace(sized(await response.text()));
  for (const rule of sheet.cssRules) if (rule instanceof CSSFontFaceRule) addFont(rule.style);
  if (theme === "light" || theme === "dark") choose(theme, sheet);
  return sheet;
}

/** Makes the colors those of the theme, whatever the system says. */
function choose(theme, sheet) {
  for (const { media } of sheet.cssRules) {
    if (media?.mediaText.includes("prefers-color-scheme")) media.mediaText = theme === "dark" ? "all" : "not all";
  }
  sheet.insertRule(`.page { color-scheme: ${theme} }`, sheet.cssRules.length);
}

/** A “rem” is what the page around says. Here it is the browser's letter size. */
function sized(text) {
  const probe = document.createElement("div");
  Object.assign(probe.style, { all: "initial", fontSize: "medium", position: "absolute" });
  document.documentElement.append(probe);
  const size = parseFloat(getComputedStyle(probe).fontSize);
  probe.remove();
  return text.replace(/(?<![\w.#-])(\d*\.?\d+)rem\b/g, (_, number) => `${Number(number) * size}px`);
}

/** Browsers take fonts from the document only. */
function addFont(style) {
  const family = style.getPropertyValue("font-family").replace(/^["']|["']$/g, "");
  if (families.has(family)) return;
  families.add(family);
  document.fonts.add(new FontFace(family, style.getPropertyValue("src"), { unicodeRange: style.getPropertyValue("unicode-range") }));
}

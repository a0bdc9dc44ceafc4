// A drawing of the page as a file: with the style of the page in it, as SVG or PNG.

// What of the page's style a drawing needs to look the same elsewhere.
const kept = ["fill", "fill-opacity", "stop-color", "stop-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "opacity", "visibility", "display",
  "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "letter-spacing", "transform", "transform-origin", "transform-box", "paint-order"];

// The longer side of a picture, in pixels.
const side = 1600;

// picture draws svg as a file of that form: "svg" or "png".
export async function picture(svg, form) {
  const { width, height } = svg.viewBox.baseVal, scale = side / Math.max(width, height);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const drawn = new Blob([new XMLSerializer().serializeToString(alone(svg, size))], { type: "image/svg+xml" });
  return form === "svg" ? drawn : raster(drawn, size);
}

// alone is a copy of svg that needs nothing of the page.
function alone(svg, { width, height }) {
  const copy = svg.cloneNode(true), from = svg.querySelectorAll("*");
  for (const [i, el] of copy.querySelectorAll("*").entries()) {
    const style = getComputedStyle(from[i]);
    for (const name of kept) el.style.setProperty(name, style.getPropertyValue(name));
    for (const name of ["class", "tabindex", "role", "aria-label"]) el.removeAttribute(name);
  }
  copy.removeAttribute("class");
  copy.style.background = getComputedStyle(document.body).backgroundColor;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return copy;
}

async function raster(drawn, { width, height }) {
  const image = new Image(), canvas = Object.assign(document.createElement("canvas"), { width, height });
  image.src = URL.createObjectURL(drawn);
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(image.src);
  }
  canvas.getContext("2d").drawImage(image, 0, 0, width, height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

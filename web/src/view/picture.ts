// SPDX-License-Identifier: MIT
// The canvas as a picture file, on the backdrop that the page paints behind it.

/** @param backdrop Colours in the middle and at the edge. */
export function pictureOf(canvas: HTMLCanvasElement, backdrop: [string, string]): Promise<Blob> {
  const { width, height } = canvas;
  const copy = document.createElement('canvas');
  copy.width = width;
  copy.height = height;
  const context = copy.getContext('2d');
  if (!context) {
    return Promise.reject(new Error('the browser has no canvas left for a picture'));
  }
  const [x, y] = [width / 2, height * 0.45];
  const glow = context.createRadialGradient(x, y, 0, x, y, width * 0.7);
  glow.addColorStop(0, backdrop[0]);
  glow.addColorStop(1, backdrop[1]);
  context.fillStyle = glow;
  context.fillRect(0, 0, width, height);
  context.drawImage(canvas, 0, 0);
  return new Promise((resolve, reject) => {
    copy.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser made no picture'))), 'image/png');
  });
}

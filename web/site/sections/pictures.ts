// The pictures of the running product that the site shows, each light and dark. Written by e2e/pictures/pictures.ts.

export const pictures = {
  log: { width: 1280, height: 800, widths: [768, 1280, 1920] },
  decision: { width: 1280, height: 800, widths: [768, 1280, 1920] },
  roles: { width: 1280, height: 800, widths: [768, 1280, 1920] },
  account: { width: 1280, height: 800, widths: [768, 1280, 1920] },
  policy: { width: 1280, height: 800, widths: [768, 1280, 1920] },
  staff: { width: 1280, height: 800, widths: [768, 1280, 1920] },
  'log-phone': { width: 390, height: 760, widths: [390, 780] },
  dashboard: { width: 1280, height: 800, widths: [768, 1280, 1920] },
  gas: { width: 503, height: 561, widths: [503, 1006] },
  doors: { width: 377, height: 520, widths: [377, 754] },
  health: { width: 896, height: 420, widths: [896, 1792] },
  inside: { width: 320, height: 315, widths: [320, 640] },
  'dashboard-phone': { width: 390, height: 660, widths: [390, 780] },
} as const

export type PictureName = keyof typeof pictures

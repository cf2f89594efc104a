// The pictures of the running product that the site shows, each light and dark: how wide and high they are. Written by
// e2e/pictures/pictures.ts.

export const pictures = {
  log: [1280, 800],
  decision: [1280, 800],
  roles: [1280, 800],
  account: [1280, 800],
  policy: [1280, 800],
  staff: [1280, 800],
  'log-phone': [390, 760],
  dashboard: [1280, 800],
  gas: [503, 561],
  doors: [377, 520],
  health: [896, 420],
  inside: [320, 315],
  'dashboard-phone': [390, 660],
  'doors-list': [1280, 800],
  plan: [1280, 800],
  muster: [1280, 800],
  'muster-phone': [390, 760],
  person: [1280, 800],
  verify: [1280, 800],
} as const

export type PictureName = keyof typeof pictures

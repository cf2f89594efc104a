// How the gallery is looked at: on a phone and at a desk, against pictures taken before.
import type { Project } from '@playwright/test'

const built = 'gallery, built'

const pictures: Project = {
  testMatch: ['gallery.spec.ts', 'gallery-hands.spec.ts'],
  dependencies: [built],
  snapshotPathTemplate: '{testDir}/gallery-pictures/{projectName}/{arg}{ext}',
  expect: {
    timeout: 15_000,
    toHaveScreenshot: {
      // Another build of Chromium smooths letters another way: a moved or missing part is far more than this.
      threshold: 0.3,
      maxDiffPixelRatio: 0.003,
    },
  },
}

export const galleryProjects = (sizes: Record<'phone' | 'desktop', { width: number; height: number }>): Project[] => [
  { name: built, testMatch: 'gallery.setup.ts' },
  {
    ...pictures,
    name: 'gallery-phone',
    grepInvert: /@desk/,
    use: { viewport: sizes.phone, hasTouch: true, isMobile: true },
  },
  { ...pictures, name: 'gallery-desktop', use: { viewport: sizes.desktop } },
]

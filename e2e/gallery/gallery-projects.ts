// How the gallery is looked at: on a phone and at a desk, against snapshots taken before.
import type { Project } from '@playwright/test'

const looks: Project = {
  testMatch: 'gallery.spec.ts',
  snapshotPathTemplate: `${import.meta.dirname}/snapshots/{projectName}/{arg}{ext}`,
}

export const galleryProjects = (sizes: Record<'phone' | 'desktop', { width: number; height: number }>): Project[] => [
  {
    ...looks,
    name: 'gallery-phone',
    grepInvert: /@desk/,
    use: { viewport: sizes.phone, hasTouch: true, isMobile: true },
  },
  {
    ...looks,
    name: 'gallery-desktop',
    testMatch: ['gallery.spec.ts', 'gallery-hands.spec.ts'],
    use: { viewport: sizes.desktop },
  },
]

// The gallery alone, without any product: for taking its pictures anew, and for looking at it while it is worked on.
import { defineConfig } from '@playwright/test'
import { galleryProjects } from './gallery-projects.ts'
import config, { desktop, phone } from '../playwright.config.ts'

export default defineConfig({
  ...config,
  globalSetup: './gallery-setup.ts',
  projects: galleryProjects({ desktop, phone }),
})

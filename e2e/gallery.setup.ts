// Builds the gallery before its pages are looked at.
import { test } from '@playwright/test'
import { buildGallery } from './gallery-site.ts'

test('the gallery can be built', () => buildGallery())

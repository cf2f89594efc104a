// Builds the gallery before its pages are looked at without any product.
import { buildGallery } from './gallery-site.ts'

export default buildGallery

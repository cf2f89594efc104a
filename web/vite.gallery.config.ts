// The gallery of the shared components: built and served by itself, never a part of the product.
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { noSchemas, registry, tokens } from './build-plugins.ts'
import { help } from './help-plugin.ts'

export default defineConfig({
  root: `${import.meta.dirname}/gallery`,
  publicDir: '../public',
  cacheDir: '../node_modules/.vite-gallery',
  plugins: [react(), tokens(), tailwind(), registry(), help(), noSchemas()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
  },
})

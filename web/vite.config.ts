// How the browser side is built and served while developing.
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { mediaQueries, tokensCss } from './ui/tokens.ts'

const server = process.env['GATEHOUSE_SERVER'] ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tokens(), noSchemas()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      // The entrance names every file of the build, and what is hashed does not compress: as short as may be.
      output: { chunkFileNames: 'assets/[name]-[hash:7].js', assetFileNames: 'assets/[name]-[hash:7][extname]' },
    },
  },
  server: {
    proxy: {
      '/api': { target: server },
      '/socket.io': { target: server, ws: true },
    },
  },
})

// `virtual:tokens.css` and the named media queries, both out of tokens.ts.
function tokens(): Plugin {
  const virtual = '\0tokens.css'
  return {
    name: 'gatehouse-tokens',
    enforce: 'pre',
    resolveId: (id) => (id === 'virtual:tokens.css' ? virtual : null),
    load: (id) => (id === virtual ? tokensCss() : null),
    transform: (code, id) => {
      if (!id.endsWith('.css') || !code.includes('(--')) return null
      return [...mediaQueries].reduce((css, [name, query]) => css.replaceAll(name, query), code)
    },
  }
}

// The contract's schemas stay on the server: see kit/no-schemas.ts. Zod imported by the web itself is the real one.
function noSchemas(): Plugin {
  const contract = `${import.meta.dirname.replace(/web$/, 'contract')}/`
  return {
    name: 'gatehouse-no-schemas',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id === 'zod' && importer?.startsWith(contract) ? `${import.meta.dirname}/kit/no-schemas.ts` : null,
  }
}

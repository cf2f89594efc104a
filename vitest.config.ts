// Every test beside its source, with one PostgreSQL for all that need a store.
import { defineConfig } from 'vitest/config'
import { registeredPaths } from './web/build-plugins.ts'

export default defineConfig({
  plugins: [registeredPaths()],
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.data/**', '**/.cache/**', 'e2e/**'],
    globalSetup: ['scripts/test-database.ts'],
    pool: 'forks',
    // One more than the cores of a small machine: many of them wait.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})

// npm run gallery: every shared component in each of its states, with hot reload.
// npm run gallery -- --pictures: renews the snapshots that e2e/gallery/gallery.spec.ts compares with, after a wanted change.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, giveUp, programOf, root, run } from './bootstrap.mjs'
import { findChromium } from './programs.mjs'

const node = await bootstrap()
process.exitCode = process.argv.includes('--pictures') ? await renewSnapshots() : await show()

async function show() {
  const port = process.env.PORT ?? '5174'
  console.log(`The gallery: http://127.0.0.1:${port} (Ctrl-C ends it)`)
  const vite = programOf('vite', join(root, 'web'))
  const args = ['--config', 'vite.gallery.config.ts', '--host', '127.0.0.1', '--port', port, '--strictPort']
  return await run(node, [vite, ...args, '--clearScreen', 'false', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
  })
}

async function renewSnapshots() {
  const chromium = await findChromium(node)
  if (!chromium)
    return giveUp('There is no Chromium here, and none could be installed: set GATEHOUSE_CHROMIUM to its path.')
  // Those of pages that are no more go too.
  rmSync(join(root, 'e2e', 'gallery', 'snapshots'), { recursive: true, force: true })
  const playwright = programOf('@playwright/test', join(root, 'e2e'))
  return await run(
    node,
    [playwright, 'test', '-c', 'e2e/gallery/gallery.config.ts', 'gallery.spec', '--update-snapshots=all'],
    { env: { ...process.env, GATEHOUSE_CHROMIUM: chromium } },
  )
}

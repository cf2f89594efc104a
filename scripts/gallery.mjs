// npm run gallery: every shared component in each of its states, with hot reload.
// npm run gallery -- --pictures: takes the pictures anew that e2e/gallery.spec.ts compares with, after a wanted change.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, giveUp, programOf, root, run } from './bootstrap.mjs'
import { findChromium } from './programs.mjs'

const node = await bootstrap()
process.exitCode = process.argv.includes('--pictures') ? await takePictures() : await show()

async function show() {
  const port = process.env.PORT ?? '5174'
  console.log(`The gallery: http://127.0.0.1:${port} (Ctrl-C ends it)`)
  const vite = programOf('vite', join(root, 'web'))
  const args = ['--config', 'vite.gallery.config.ts', '--host', '127.0.0.1', '--port', port, '--strictPort']
  return await run(node, [vite, ...args, '--clearScreen', 'false', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
  })
}

async function takePictures() {
  const chromium = await findChromium(node)
  if (!chromium)
    return giveUp('There is no Chromium here, and none could be installed: set GATEHOUSE_CHROMIUM to its path.')
  // Those of states that are no more go too.
  rmSync(join(root, 'e2e', 'gallery-pictures'), { recursive: true, force: true })
  const playwright = programOf('@playwright/test', join(root, 'e2e'))
  const code = await run(
    node,
    [playwright, 'test', '-c', 'e2e/gallery.config.ts', 'gallery.spec', '--update-snapshots=all'],
    {
      env: { ...process.env, GATEHOUSE_CHROMIUM: chromium },
    },
  )
  if (code !== 0) return code
  return await run(node, [join(root, 'e2e', 'smaller-pictures.ts')])
}

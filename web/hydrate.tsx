// Takes over a public page in the browser where the server has rendered it ahead: the same part, with the same data.
import '@fontsource-variable/inter/wght.css'
import 'virtual:tokens.css'
import './ui/theme/base.css'
import './site/frame/utilities.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { crashed } from './kit/crash.ts'
import { reloadIfReplaced } from './kit/deployment.ts'
import { followSystemTheme } from './kit/hands/theme-mode.ts'
import type { PublicPart } from './kit/public-page.ts'
import { arrivalState, goWith, settleArrival } from './kit/session/arrival.ts'
import { isSomebodyStored } from './kit/session/somebody.ts'
import { PublicDocument } from './public-document.tsx'

const takeOver = async (root: HTMLElement, given: HTMLElement): Promise<void> => {
  const { pathname, search, hash } = window.location
  // The server has named it: a table of all pages would be for this one alone.
  const part: PublicPart<unknown> = await import(/* @vite-ignore */ given.dataset['part'] ?? '')
  await part.prepare?.()
  const text = given.textContent
  const data: unknown = text === '' ? undefined : JSON.parse(text)
  const at = { pathname, search, hash, state: arrivalState() }
  const document = <PublicDocument at={at} part={part} data={data} />
  // In slices: a page that is read scrolls meanwhile.
  startTransition(() => void hydrateRoot(root, document, { onCaughtError: crashed, onUncaughtError: crashed }))
  // What was pressed before is taken from here on, in time: see public/take-over.js.
  dispatchEvent(new Event('takenover'))
}

settleArrival()
// Whoever is not signed in, which is most who come here, does without.
const startSession = async (): Promise<void> => {
  window.removeEventListener('storage', startIfSomebody)
  const session = await import('./kit/session/session.ts')
  session.startSession(async (to, state) => goWith(to, state))
}
const startIfSomebody = (): void => void (isSomebodyStored() && startSession())
window.addEventListener('storage', startIfSomebody)
startIfSomebody()

followSystemTheme()
const startServiceWorker = async () => (await import('./kit/service-worker.ts')).startServiceWorker('document')
void startServiceWorker().catch(console.info)
const againMs = 5_000
const takeOverOnceThere = async (root: HTMLElement, given: HTMLElement): Promise<void> => {
  try {
    await takeOver(root, given)
  } catch (error) {
    console.info(error)
    // Its part has not arrived: it can be read meanwhile.
    if (!(await reloadIfReplaced())) setTimeout(() => void takeOverOnceThere(root, given), againMs)
  }
}
const root = document.getElementById('root')
const given = document.getElementById('page-data')
if (root && given) void takeOverOnceThere(root, given)

// A new deployment while a tab is open: parts that the tab still wants are gone. It is loaded anew, once for each
// deployment, and takes along what was typed.
import { singleton } from './application.ts'
import { createListeners } from './data/store.ts'
import { tab } from './data/storage.ts'

/** What the build says of itself at /build.json. */
export interface Served {
  readonly build: string
  /** The scripts that its documents begin with. */
  readonly entrances: readonly string[]
}

interface Surroundings {
  /** The script that this document began with. */
  readonly entrance: () => string | null
  readonly served: () => Promise<Served | null>
  /** The builds for which this tab was loaded anew. */
  readonly tried: () => string
  /** Answers whether that will be known after loading anew. */
  readonly keep: (tried: string) => boolean
  readonly reload: () => void
}

/** Answers whether the page is about to be loaded anew, which it is at most once for each build. */
export const createReloadIfReplaced =
  ({ entrance, served, tried, keep, reload }: Surroundings) =>
  async (): Promise<boolean> => {
    const begun = entrance()
    const now = await served()
    if (begun === null || now === null || now.entrances.includes(begun)) return false
    const before = tried().split(' ').filter(Boolean)
    if (before.includes(now.build) || !keep([...before, now.build].join(' '))) return false
    reload()
    return true
  }

const patienceMs = 3_000
const triedKey = 'reloadedFor'

export const createReloading = (load: () => void) => {
  const { emit, subscribe } = createListeners()
  let reloading = false
  return {
    isReloading: () => reloading,
    beforeReload: subscribe,
    reload: () => {
      reloading = true
      emit()
      load()
    },
  }
}

const reloading = singleton(() => createReloading(() => window.location.reload()))

/** The page is being loaded anew by itself: nothing typed is lost, and nobody has to be asked. */
export const isReloading = (): boolean => reloading().isReloading()

/** Runs before the page is loaded anew by itself; answers with how to be left out of that. */
export const beforeReload = (listener: () => void): (() => void) => reloading().beforeReload(listener)

export const reload = (): void => reloading().reload()

/** What is served now; null where the server does not answer. */
export const servedNow = async (): Promise<Served | null> => {
  try {
    const answer = await fetch('/build.json', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
    const { build, entrances }: Partial<Served> = await answer.json()
    return answer.ok && build !== undefined && entrances !== undefined ? { build, entrances } : null
  } catch {
    return null
  }
}

/** The path of the script that this document began with. */
export const ownEntrance = (): string | null => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  // Public pages name theirs and fetch it later.
  return script ? new URL(script.src).pathname : (document.getElementById('page-data')?.dataset['entry'] ?? null)
}

export const reloadIfReplaced = createReloadIfReplaced({
  entrance: ownEntrance,
  served: servedNow,
  tried: () => tab.get(triedKey) ?? '',
  keep: (tried) => {
    tab.set(triedKey, tried)
    return isStorable(tried)
  },
  reload,
})

// What is only kept in memory would be forgotten, and the page loaded anew for ever.
const isStorable = (tried: string): boolean => {
  try {
    return globalThis.sessionStorage.getItem(triedKey) === tried
  } catch {
    return false
  }
}

// What stands on the screen while a page is on its way: nothing for a moment, so that what is fast does not flash.
import { useEffect, useState } from 'react'
import { singleton } from '../../kit/application.ts'
import './loading-page.css'
import { loadingAt, pleaseWait, startLoading } from './loading-steps.ts'

export const LoadingPage = () => (
  <main id="main" tabIndex={-1} className="loading-page" aria-busy="true">
    {/* Until the page says its own. */}
    <title>Gatehouse</title>
    <LoadingScreen />
  </main>
)

interface LoadingScreenProps {
  /** It has been waited for long enough. */
  readonly atOnce?: boolean
}

/** The same inside a page that is there already. */
export const LoadingScreen = ({ atOnce = false }: LoadingScreenProps) => {
  const [already] = useState(() => firstScreen().sinceShown())
  const [{ progress, message }, show] = useState(() => loadingAt(already))
  useEffect(() => startLoading(show, already), [already])
  return (
    <div className="loading-screen" data-progress={progress} data-shown={atOnce || already > 0 || undefined}>
      {/* Without a value: it would be read out with every step, and it is none that was measured. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a progress element cannot be a ring */}
      <div className="loading-ring" role="progressbar" aria-label="Loading">
        <svg viewBox="0 0 44 44" aria-hidden="true">
          <circle className="loading-track" cx="22" cy="22" r="20" />
          <circle className="loading-arc" cx="22" cy="22" r="20" pathLength="100" strokeDasharray={`${progress} 100`} />
        </svg>
      </div>
      <p className="loading-message">{message}</p>
      <output>{pleaseWait}</output>
    </div>
  )
}

const hiddenMs = 200

// The document shows the same by itself before any script has come (index.html): what goes on from there is not hidden
// for a moment again.
const createFirstScreen = () => {
  let isFirst = true
  return {
    sinceShown: (): number => {
      const sinceStart = isFirst ? performance.now() : 0
      isFirst = false
      return sinceStart > 2 * hiddenMs ? sinceStart - hiddenMs : 0
    },
  }
}

const firstScreen = singleton(createFirstScreen)

// The public tour: the dashboard of a building that does not exist, live, for everybody.
import { createElement, useState, useSyncExternalStore } from 'react'
import type { Head } from '../../kit/public-page.ts'
import { PublicFrame } from '../frame/public-frame.tsx'
import { askTour } from './ask.ts'
import { Console } from './console.tsx'
import { type Answer, createFeed } from './feed.ts'
import { fetchFirst, notRunning } from './panels.ts'
import styles from './tour.module.css'

export const head = (): Head => ({
  title: 'Live tour of the dashboard',
  description: 'Doors, gas, people counting, entries and exits of a building that runs now, without signing in.',
  canonical: '/dashboardtabs',
})

export const Page = ({ data }: { readonly data: Answer }) => {
  const { answer, now } = useDoorCommand(data)
  return (
    <PublicFrame>
      <div className={styles.page}>
        <header className="mb-6 grid gap-3">
          <h1>Look around a building that is running now</h1>
          {answer.building && (
            <p className="max-w-[76ch] text-lg text-pretty text-muted">
              {`${answer.building.name} does not exist. Its devices are simulated, but speak to this server as real ones do, and what you see was stored, judged and sent a moment ago.`}
            </p>
          )}
        </header>
        {answer.building ? (
          <Console building={answer.building} answeredAt={answer.at} now={now} />
        ) : (
          createElement(notRunning() ?? 'div')
        )}
      </div>
    </PublicFrame>
  )
}

const useDoorCommand = (first: Answer) => {
  const [feed] = useState(() =>
    createFeed(first, {
      ask: askTour,
      isSeen: () => !document.hidden,
      onSeen: (look) => {
        document.addEventListener('visibilitychange', look)
        window.addEventListener('online', look)
        return () => {
          document.removeEventListener('visibilitychange', look)
          window.removeEventListener('online', look)
        }
      },
    }),
  )
  // While the page is taken over it shows what the server has drawn, to the second.
  return useSyncExternalStore(feed.subscribe, feed.told, feed.told)
}

/** What is drawn of it first is here before it is. */
export const prepare = fetchFirst

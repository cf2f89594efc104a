// The frame a plan is looked at through: the picture, what lies on it, and the buttons to move about.
import { type Plan, pictureOf } from '@gatehouse/contract/building/plans'
import IconButton from '@mui/material/IconButton'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { download } from '../../kit/data/api.ts'
import { Drawing } from '../../ui/primitives/icon.tsx'
import { Failed } from '../../ui/feedback/states.tsx'
import { ZoomIcon } from '../../ui/charts/zoom-icon.tsx'
import styles from './plans.module.css'
import { useViewport } from './use-viewport.ts'

interface PlanFrameProps {
  readonly plan: Plan
  readonly picture: NonNullable<Plan['picture']>
  /** How many things are on it: their words are shown where there is room for them. */
  readonly count: number
  /** What is drawn on the picture, each an `li`; positions are shares of it. */
  readonly children: ReactNode
  /** The picture itself, for who has to know where on it a pointer is. */
  readonly sheetRef?: RefObject<HTMLDivElement | null>
  readonly onBackground?: () => void
}

export const PlanFrame = ({ plan, picture, count, children, sheetRef, onBackground }: PlanFrameProps) => {
  const { frame, view, sheet, nearer, farther, fit, frameProps } = useViewport(picture)
  // Fetched with one's own rights, once for as long as the page lives.
  const {
    data: url,
    isError,
    error,
    refetch,
  } = useQuery({
    queryKey: ['the picture of a plan', picture.id],
    queryFn: async ({ signal }) => {
      const input = { floorId: plan.floorId, pictureId: picture.id, size: 'large' } as const
      return URL.createObjectURL(await download(pictureOf, input, { signal }))
    },
    gcTime: Number.POSITIVE_INFINITY,
  })
  const name = `Plan of ${plan.floor}, ${plan.site}`
  return (
    <div className="relative min-w-0">
      {/* What is moved about in by keys is one stop of the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <section
        ref={frame}
        className={styles.frame}
        style={{ '--shape': `${picture.width} / ${picture.height}` }}
        data-near={view.zoom > 1 || undefined}
        aria-label={`${name}. Plus and minus zoom, arrows move.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        {...frameProps}
        onClick={({ target }) => {
          if (target instanceof Element && !target.closest('[data-marker]')) onBackground?.()
        }}
      >
        <div
          ref={sheetRef}
          className={`${styles.sheet} absolute top-0 left-0 [transform-origin:0_0] [&>img]:block [&>img]:h-full [&>img]:w-full [&>img]:rounded-[2px]`}
          data-labelled={view.zoom >= 2 || sheet.width / Math.sqrt(count) > roomForWords || undefined}
          style={{
            width: sheet.width,
            height: sheet.height,
            transform: `translate(${sheet.left}px, ${sheet.top}px)`,
          }}
        >
          {url === undefined ? (
            isError ? null : (
              <div className="h-full w-full bg-line" aria-busy="true">
                <output className="visually-hidden">Loading the plan</output>
              </div>
            )
          ) : (
            <img src={url} alt={name} draggable={false} />
          )}
          <ul
            className={`${styles.spots} [container-type:size] pointer-events-none absolute inset-0 m-0 list-none p-0`}
          >
            {children}
          </ul>
        </div>
      </section>
      {isError && (
        <div className="absolute inset-0 grid place-items-center rounded bg-surface">
          <Failed what="The picture could not be loaded" error={error} onRetry={() => void refetch()} />
        </div>
      )}
      <div className="absolute top-2 right-2 grid rounded border border-line bg-surface">
        <IconButton aria-label="Zoom in" onClick={nearer}>
          <ZoomIcon way="in" />
        </IconButton>
        <IconButton aria-label="Zoom out" onClick={farther} disabled={view.zoom <= 1}>
          <ZoomIcon way="out" />
        </IconButton>
        <IconButton aria-label="Show the whole plan" onClick={fit} disabled={view.zoom <= 1}>
          <Drawing shape={fitShape} size="medium" />
        </IconButton>
      </div>
    </div>
  )
}

const fitShape = 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5'

// What one thing has for itself, in pixels.
const roomForWords = 170

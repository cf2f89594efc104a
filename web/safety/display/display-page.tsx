// A screen at an entrance, for everybody who stands before it: whether to come in, how many people are inside, and how many
// there may be. Whoever has the link sees this and nothing else.
import type { ReactNode } from 'react'
import { usePlace } from '../../kit/place.tsx'
import { useNamedPage } from '../../kit/page-context.tsx'
import { Icon, type IconName } from '../../ui/primitives/icon.tsx'
import type { State } from '../../ui/theme/tokens.ts'
import { type Display, type Shown, useDisplay } from './use-display.ts'

export const DisplayPage = () => {
  const secret = new URLSearchParams(usePlace().search).get('secret') ?? ''
  return <ByLink key={secret} secret={secret} />
}

const ByLink = ({ secret }: { readonly secret: string }) => {
  const display = useDisplay(secret)
  const title = titleOf(display)
  useNamedPage(title)
  const message = messageOf(display)
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-dvh grid-cols-1 grid-rows-[auto_1fr] bg-surface p-[clamp(1rem,4vmin,4rem)] text-center wrap-anywhere text-text [outline:none]"
      data-state={message.state}
    >
      <title>{`${title} · Gatehouse`}</title>
      <h1 className="m-0 text-[clamp(1.5rem,5vmin,4rem)] leading-[1.2] font-semibold">{title}</h1>
      <div className="grid content-center justify-items-center gap-[2vmin]">
        {/* Its place is there before, so that readers hear what changes in it. */}
        <output className="grid justify-items-center gap-[1vmin] text-state">
          <Icon name={message.icon} className="size-[clamp(4rem,18vmin,16rem)]" />
          <span className="text-[clamp(2.5rem,13vmin,12rem)] leading-[1.05] font-bold">{message.text}</span>
        </output>
        {message.below}
      </div>
    </main>
  )
}

interface Message {
  readonly state: State
  readonly icon: IconName
  readonly text: string
  readonly below: ReactNode
}

const note = 'm-0 max-w-[40ch] text-[clamp(1.125rem,3.4vmin,2.5rem)] text-muted'

const messageOf = (display: Display): Message => {
  if (display.is === 'loading') return { state: 'unknown', icon: 'stale', text: 'One moment', below: null }
  if (display.is === 'invalid')
    return {
      state: 'offline',
      icon: 'offline',
      text: 'Not in use',
      below: <p className={note}>The link of this display is not complete, has expired or was revoked.</p>,
    }
  if (display.is === 'lost')
    return {
      state: 'stale',
      icon: 'offline',
      text: 'No connection',
      below: <p className={note}>The number of people is not known at the moment. It comes back by itself.</p>,
    }
  const { shown } = display
  if (shown.mode === 'unknown' || shown.people === null)
    return {
      state: 'stale',
      icon: 'unknown',
      text: 'Not counted now',
      below: <p className={note}>A counter is not reporting. Please ask the staff.</p>,
    }
  const below = <Number shown={shown} people={shown.people} />
  if (shown.mode === 'full' || shown.mode === 'one-in-one-out')
    return {
      state: shown.mode === 'full' ? 'critical' : 'high',
      icon: 'critical',
      text: 'Please wait',
      below: (
        <>
          {below}
          <p className={note}>{shown.mode === 'full' ? 'Full at the moment' : 'One in, one out'}</p>
        </>
      ),
    }
  return { state: shown.mode === 'busy' ? 'warning' : 'normal', icon: 'normal', text: 'Come in', below }
}

const Number = ({ shown: { limit, free }, people }: { readonly shown: Shown; readonly people: number }) => (
  <>
    <p className="m-0 text-[clamp(2rem,9vmin,8rem)] leading-[1.1] font-semibold tabular-nums" data-testid="people">
      {people.toLocaleString('en-GB')}
      {limit !== null && <span className="font-normal text-muted"> of {limit.toLocaleString('en-GB')}</span>}
      <span className="visually-hidden"> people inside</span>
    </p>
    {free !== null && free > 0 && <p className={note}>{`${free.toLocaleString('en-GB')} more may come in`}</p>}
  </>
)

const titleOf = (display: Display): string => {
  if (display.is === 'shown') return display.shown.title
  return (display.is === 'lost' ? display.title : null) ?? 'People inside'
}

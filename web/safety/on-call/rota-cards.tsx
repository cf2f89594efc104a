// The rotas, with who is on call now and until when.
import * as onCall from '@gatehouse/contract/safety/on-call'
import type { Rota } from '@gatehouse/contract/safety/on-call'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { Can } from '../../kit/can.tsx'
import { Note } from '../../ui/primitives/named.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { handOverText, momentText } from './on-call-words.ts'

interface RotaCardsProps {
  readonly rotas: readonly Rota[]
  readonly timeZone: string
}

export const RotaCards = ({ rotas, timeZone }: RotaCardsProps) => {
  const { to } = useSheetAddress('rota')
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3">
      {rotas.map((rota) => (
        <li
          key={rota.id}
          className="grid grid-rows-[auto_1fr_auto] gap-2 rounded border border-line bg-surface p-4 wrap-anywhere [&_h3]:m-0 [&_h3]:text-md"
        >
          <h3>{rota.name}</h3>
          <div className="grid content-start gap-1">
            {rota.now ? (
              <strong className="text-xl">{rota.now.name}</strong>
            ) : (
              <StatusWord state="warning" word="Nobody is on call" />
            )}
            {rota.until !== null && <span className="tabular-nums">until {momentText(rota.until, timeZone)}</span>}
            <Note>
              {handOverText(rota)}: {rota.people.map(({ name }) => name).join(', ')}
            </Note>
          </div>
          <Can op={onCall.update}>
            <Button
              component={Link}
              to={to(rota.id)}
              state={opensSheet}
              variant="outlined"
              className="min-h-touch justify-self-start"
              aria-label={`Edit ${rota.name}`}
            >
              Edit
            </Button>
          </Can>
        </li>
      ))}
    </ul>
  )
}

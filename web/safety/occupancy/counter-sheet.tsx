// One counter or door: how well it counts and since when, where it stands, and what may be changed of it.
import * as devices from '@gatehouse/contract/building/devices'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import Button from '@mui/material/Button'
import { Link, type To } from 'react-router'
import { Can } from '../../kit/can.tsx'
import { call } from '../../kit/data/api.ts'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { SideSheet, useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { When } from '../../ui/time/when.tsx'
import { CounterLines } from './counter-lines.tsx'
import {
  accuracyText,
  betweenText,
  type CounterRow,
  countsText,
  faultWords,
  healthOf,
  lessonsText,
} from './counter-words.ts'

interface CounterSheetProps {
  readonly row: CounterRow
  readonly closed: To
}

export const CounterSheet = ({ row, closed }: CounterSheetProps) => {
  const { border, health } = row
  const { state, word } = healthOf(row)
  const placing = useSheetAddress('placing').to
  const accuracy = useSheetAddress('accuracy').to
  return (
    <SideSheet title={border.device.name} subtitle={border.kind === 'door' ? 'Door' : 'People counter'} closed={closed}>
      <div className="grid grid-cols-1 content-start gap-6">
        <Facts flush>
          <Fact label="Health">
            <StatusWord state={state} word={word} live />
            {health?.because.map((fault) => (
              <p key={fault}>{faultWords[fault]}</p>
            ))}
          </Fact>
          <Fact label="Between">{betweenText(border)}</Fact>
          <Fact label="Counting">{countsText(border)}</Fact>
          {health && (
            <>
              <Fact label="Counts">{accuracyText(health)}</Fact>
              <Fact label="Known from">
                {lessonsText(health)}
                {health.learntAt !== null && (
                  <>
                    , last <When at={health.learntAt} />
                  </>
                )}
              </Fact>
              {health.drift !== null && <Fact label="Drift">{`${health.drift} since the last anchors`}</Fact>}
            </>
          )}
        </Facts>
        <Can op={occupancy.placeCounter}>
          <div className="flex flex-wrap gap-3">
            <Button variant="outlined" component={Link} to={placing(border.device.id)} state={opensSheet}>
              {border.kind === 'door' ? 'Choose whether it counts' : 'Place it'}
            </Button>
            {health && (
              <Button variant="outlined" component={Link} to={accuracy(border.device.id)} state={opensSheet}>
                Set accuracy
              </Button>
            )}
            {border.id !== null && <Remove border={border} closed={closed} />}
          </div>
        </Can>
        {border.kind === 'counter' && (
          <Can op={devices.lines}>
            <CounterLines deviceId={border.device.id} />
          </Can>
        )}
      </div>
    </SideSheet>
  )
}

const Remove = ({ border: { device, kind }, closed }: { readonly border: occupancy.Border; readonly closed: To }) => {
  const close = useCloseSheet(closed)
  return kind === 'door' ? (
    <ConfirmButton
      className="justify-self-start"
      label="Undo the choice"
      title={`Undo the choice for ${device.name}?`}
      action="Undo"
      busy="Undoing…"
      tone="plain"
      run={() => call(occupancy.removeCounter, { deviceId: device.id })}
      done={`${device.name} counts where no counter stands on its border.`}
      then={close}
    >
      <p>It is counted again where no counter stands on its border, and not where one does.</p>
    </ConfirmButton>
  ) : (
    <ConfirmButton
      className="justify-self-start"
      label="Remove from its border"
      title={`Remove ${device.name} from its border?`}
      action="Remove"
      run={() => call(occupancy.removeCounter, { deviceId: device.id })}
      done={`${device.name} counts for no zone.`}
      then={close}
    >
      <p>It counts for no zone any more. What it has counted stays.</p>
    </ConfirmButton>
  )
}

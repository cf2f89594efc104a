// A floor's plan being arranged: things are put on it, moved, turned and taken off, by pointer, keys or numbers; every step
// can be undone, and nothing is changed before it is saved.
import * as devices from '@gatehouse/contract/building/devices'
import type { Device } from '@gatehouse/contract/building/devices'
import * as plans from '@gatehouse/contract/building/plans'
import type { Placed, Plan } from '@gatehouse/contract/building/plans'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { announce } from '../../kit/hands/announce.ts'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { KeepUnsaved } from '../../ui/forms/keep-unsaved.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { begin, changed, isChanged, put, redo, takeOff, undo } from './arrangement.ts'
import { EditMarker } from './edit-marker.tsx'
import type { LookOf } from './look.ts'
import { PlanFrame } from './plan-frame.tsx'
import { Palette } from './palette.tsx'
import { SpotPanel } from './spot-panel.tsx'

interface PlanEditorProps {
  readonly plan: Plan
  readonly placed: readonly Placed[]
  readonly look: LookOf
}

/** Made anew when what is saved is another: give it a key of that. */
export const PlanEditor = ({ plan, placed, look }: PlanEditorProps) => {
  const all = useQuery(queryOf(devices.list, {})).data?.devices
  const [arrangement, setArrangement] = useState(() => begin(placed))
  /** What was put on it last: moved on from there by keys. */
  const [arrived, setArrived] = useState<string | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const { busy: saving, failure, attempt } = useAttempt('The plan could not be saved. Please try again.')
  const sheet = useRef<HTMLDivElement>(null)
  const unsaved = isChanged(arrangement)
  const byId = new Map<string, Device>([...placed, ...(all ?? [])].map((device) => [device.id, device]))
  const spots = [...arrangement.spots.values()].flatMap((spot) => {
    const device = byId.get(spot.deviceId)
    return device ? [{ ...device, ...spot }] : []
  })
  const chosen = spots.find(({ id }) => id === selected)

  const save = async () => {
    const answer = await call(plans.arrange, { floorId: plan.floorId, ...changed(arrangement) })
    setArrangement(begin(answer.devices))
    toast('success', `The plan of ${plan.floor} is saved.`)
  }
  const back = () => {
    setArrangement(undo)
    announce('Undone')
  }
  const again = () => {
    setArrangement(redo)
    announce('Done again')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setSelected(null)
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target instanceof HTMLInputElement) return
    const key = event.key.toLowerCase()
    if (key === 'z' && !event.shiftKey) back()
    else if (key === 'y' || (key === 'z' && event.shiftKey)) again()
    else return
    event.preventDefault()
  }
  const off = (device: Device) => {
    setArrangement((now) => takeOff(now, device.id))
    setSelected(null)
    setArrived(null)
    // What had the keyboard is gone with it.
    sheet.current?.closest('section')?.focus()
    announce(`${device.name} is off the plan`)
  }

  return (
    // Undo is heard wherever one is within it; the buttons do the same.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="grid grid-cols-1 content-start gap-4" onKeyDown={onKeyDown}>
      <KeepUnsaved what={`What you moved on the plan of ${plan.floor}`} unsaved={unsaved} sheets />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button variant="outlined" onClick={back} disabled={arrangement.past.length === 0}>
          Undo
        </Button>
        <Button variant="outlined" onClick={again} disabled={arrangement.future.length === 0}>
          Redo
        </Button>
        <Button onClick={() => setArrangement(begin(placed))} disabled={!unsaved}>
          Discard
        </Button>
        <Button variant="contained" onClick={() => void attempt(save)} disabled={!unsaved} aria-disabled={saving}>
          {saving ? 'Saving…' : 'Save plan'}
        </Button>
      </div>
      <Failure text={failure} />
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(16rem,22rem)] items-start gap-4 below-md:grid-cols-1">
        {plan.picture && (
          <PlanFrame
            plan={plan}
            picture={plan.picture}
            count={spots.length}
            sheetRef={sheet}
            onBackground={() => setSelected(null)}
          >
            {spots.map((device) => (
              <EditMarker
                key={device.id}
                device={device}
                look={look}
                sheet={sheet}
                selected={device.id === selected}
                arrived={device.id === arrived}
                onSelect={() => setSelected(device.id)}
                onPut={(spot) => setArrangement((now) => put(now, spot))}
                onOff={() => off(device)}
              />
            ))}
          </PlanFrame>
        )}
        <div className="grid grid-cols-1 gap-4">
          {chosen ? (
            <SpotPanel
              key={chosen.id}
              device={chosen}
              onPut={(spot) => setArrangement((now) => put(now, spot))}
              onOff={() => off(chosen)}
            />
          ) : (
            <p className="text-sm font-normal text-muted">
              Choose something on the plan to move it: drag it, or use the arrow keys (with Shift ten times as far), R
              turns it, Delete takes it off.
            </p>
          )}
          <Palette
            plan={plan}
            devices={(all ?? []).filter(({ id, site }) => site === plan.site && !arrangement.spots.has(id))}
            onPlace={(device) => {
              setArrangement((now) => put(now, { deviceId: device.id, x: 0.5, y: 0.5, rotation: 0 }))
              setSelected(device.id)
              setArrived(device.id)
              announce(`${device.name} is in the middle of the plan`)
            }}
          />
        </div>
      </div>
    </div>
  )
}

// Where the chosen device is, in numbers: what dragging does, for whoever would rather type.
import type { Placed, Spot } from '@gatehouse/contract/building/plans'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import { UnlockDoor } from '../../ui/feedback/unlock-door.tsx'

interface SpotPanelProps {
  readonly device: Placed
  readonly onPut: (spot: Spot) => void
  readonly onOff: () => void
}

export const SpotPanel = ({ device, onPut, onOff }: SpotPanelProps) => {
  const heading = useId()
  const { id, kind, name, x, y, rotation } = device
  const put = (next: Partial<Spot>) => onPut({ deviceId: id, x, y, rotation, ...next })
  return (
    <section
      className="grid grid-cols-1 gap-3 rounded border border-line bg-surface p-3 [&_h2]:m-0 [&_h2]:text-lg"
      aria-labelledby={heading}
    >
      <h2 id={heading}>{name}</h2>
      <div className="grid grid-cols-3 gap-2">
        <Num label="Left, %" value={tenths(x * 100)} most={100} onChange={(at) => put({ x: at / 100 })} />
        <Num label="Top, %" value={tenths(y * 100)} most={100} onChange={(at) => put({ y: at / 100 })} />
        <Num label="Turn, °" value={rotation} most={359} onChange={(turned) => put({ rotation: turned })} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button size="small" variant="outlined" onClick={() => put({ rotation: rotation - 90 })}>
          Turn left
        </Button>
        <Button size="small" variant="outlined" onClick={() => put({ rotation: rotation + 90 })}>
          Turn right
        </Button>
        <Button size="small" onClick={onOff}>
          Take off the plan
        </Button>
        {kind === 'door' && <UnlockDoor door={device} />}
      </div>
    </section>
  )
}

interface NumProps {
  readonly label: string
  readonly value: number
  readonly most: number
  readonly onChange: (value: number) => void
}

const Num = ({ label, value, most, onChange }: NumProps) => (
  <TextField
    type="number"
    label={label}
    value={value}
    size="small"
    onChange={({ target }) => {
      const given = Number(target.value)
      if (target.value !== '' && Number.isFinite(given)) onChange(Math.min(Math.max(given, 0), most))
    }}
    slotProps={{ htmlInput: { min: 0, max: most, step: 1 } }}
  />
)

const tenths = (value: number) => Math.round(value * 10) / 10

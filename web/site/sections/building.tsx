// A building cut open: where each device of the demo building stands. The list beside it says the same in words.

export const Building = () => (
  <figure className="m-0 grid gap-3">
    <svg
      className="block h-auto w-full [&_text]:fill-muted [&_text]:[font:600_14px_/_1_var(--font)]"
      viewBox="0 0 600 470"
      role="img"
      aria-label={description}
    >
      <g className="[&_rect]:fill-surface [&_rect]:stroke-line [&_rect]:stroke-[1.5]">
        {rooms.map(({ x, y, width, height }) => (
          <rect key={`${x} ${y}`} x={x} y={y} width={width} height={height} />
        ))}
      </g>
      <g className="[&_rect]:fill-surface [&_rect]:stroke-line [&_rect]:stroke-[1.5]">
        <rect x="300" y="22" width="84" height="26" />
      </g>
      <path className="fill-none stroke-text stroke-3" d="M0 334H600" />
      {rooms.map(({ x, y, label }) => (
        <text key={label} x={x + 14} y={y + 24}>
          {label}
        </text>
      ))}
      {devices.map(({ x, y, kind, state }) => (
        <g key={`${x} ${y}`} className={lookOf[state]} transform={`translate(${x} ${y})`}>
          <rect x="-15" y="-15" width="30" height="30" rx="8" />
          <path d={marks[kind]} />
        </g>
      ))}
    </svg>
    <figcaption className="flex flex-wrap gap-x-5 gap-y-2 text-md text-muted">
      {legend.map(({ kind, label }) => (
        <span key={kind} className="inline-flex items-center gap-2">
          <svg viewBox="-12 -12 24 24" width="20" height="20" aria-hidden="true" className={`${drawn} stroke-current`}>
            <path d={marks[kind]} />
          </svg>
          {label}
        </span>
      ))}
    </figcaption>
  </figure>
)

const drawn = 'fill-none stroke-[1.9] [stroke-linecap:round] [stroke-linejoin:round]'

const lookOf = {
  normal: `${drawn} stroke-normal [&>rect]:fill-page [&>rect]:stroke-strong-line [&>rect]:stroke-1`,
  high: `${drawn} stroke-high [&>rect]:fill-page [&>rect]:stroke-[2.5]`,
} as const

const marks = {
  door: 'M-7 8H7M-5 8V-8H5V8M1.5 0v.1',
  gas: 'M-8 1c2.7-5 5.3-5 8 0s5.3 5 8 0M-8-5c2.7-5 5.3-5 8 0s5.3 5 8 0M-8 7c2.7-5 5.3-5 8 0s5.3 5 8 0',
  counter: 'M-3-3a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM-9 8c.4-4.4 2.6-7 6-7s5.600 2.600 6 7M5-2H10M7.500-4.500 10-2 7.500.5',
} as const

const legend = [
  { kind: 'door', label: 'Door' },
  { kind: 'gas', label: 'Gas detector' },
  { kind: 'counter', label: 'People counter' },
] as const

const description =
  'A building in section: two floors of offices over lobby and loading bay, a car park and a plant room below ground, with doors, gas detectors and people counters in their places. One gas detector in the car park and the shutter of the loading bay stand out.'

const rooms = [
  { x: 110, y: 48, width: 380, height: 92, label: 'Floor 3, offices' },
  { x: 110, y: 144, width: 380, height: 92, label: 'Floor 2, offices' },
  { x: 110, y: 240, width: 226, height: 92, label: 'Lobby' },
  { x: 340, y: 240, width: 150, height: 92, label: 'Loading bay' },
  { x: 50, y: 340, width: 286, height: 100, label: 'Car park' },
  { x: 340, y: 340, width: 210, height: 100, label: 'Plant room' },
] as const

const devices = [
  { x: 142, y: 106, kind: 'door', state: 'normal' },
  { x: 190, y: 106, kind: 'counter', state: 'normal' },
  { x: 400, y: 106, kind: 'gas', state: 'normal' },
  { x: 448, y: 106, kind: 'gas', state: 'normal' },
  { x: 142, y: 202, kind: 'door', state: 'normal' },
  { x: 190, y: 202, kind: 'counter', state: 'normal' },
  { x: 448, y: 202, kind: 'gas', state: 'normal' },
  { x: 142, y: 298, kind: 'door', state: 'normal' },
  { x: 190, y: 298, kind: 'counter', state: 'normal' },
  { x: 448, y: 298, kind: 'door', state: 'high' },
  { x: 92, y: 404, kind: 'gas', state: 'normal' },
  { x: 200, y: 404, kind: 'gas', state: 'high' },
  { x: 300, y: 404, kind: 'door', state: 'normal' },
  { x: 400, y: 404, kind: 'gas', state: 'normal' },
  { x: 448, y: 404, kind: 'gas', state: 'normal' },
] as const

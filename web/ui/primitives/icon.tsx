// The icons of the product, drawn on a 24 grid in the colour of their text.

const shapes = {
  normal: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-4 9.2 2.8 2.8L16.2 9.4',
  information: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 8v5.5M12 7.6v.1',
  warning: 'M12 4 2.8 20h18.4L12 4Zm0 6v4.6m0 2.7v.1',
  high: 'M12 2.8 21.2 12 12 21.2 2.8 12 12 2.8Zm0 5v5m0 3.4v.1',
  critical: 'M8 2.8h8L21.2 8v8L16 21.2H8L2.8 16V8L8 2.8ZM12 7v6m0 3.6v.1',
  unknown: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.6 9.6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.2 1-1.2 2M12 16.8v.1',
  stale: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4.2V12l3.4 2',
  fault: 'M13.6 2.8 5 13.4h6L9.8 21.2 19 10h-6.2l.8-7.2Z',
  offline:
    'M4 4l16 16M8.4 15.4a5 5 0 0 1 6.2-.6M5 12a10 10 0 0 1 3.6-2.3M2 8.6A15 15 0 0 1 6 6M11 5a15 15 0 0 1 11 3.6M14.4 9.2A10 10 0 0 1 19 12M12 19v.1',
  shelved: 'M4 5h16v4H4V5Zm1.5 4v10h13V9M9.5 13h5',
  locked: 'M6 11h12v9H6v-9Zm2.5 0V8a3.5 3.5 0 0 1 7 0v3M12 14.6v2.2',
  unlocked: 'M6 11h12v9H6v-9Zm2.5 0V8a3.5 3.5 0 0 1 6.8-1.2M12 14.6v2.2',
  open: 'M4 21h16M6 21V4l8-1v18M14 5h4v16M10.8 12.2v.1',
  closed: 'M4 21h16M6 21V3h12v18M14.6 12.2v.1',
  entry: 'M13 4h6v16h-6M4 12h10m-4-4 4 4-4 4',
  exit: 'M11 4H5v16h6M10 12h10m-4-4 4 4-4 4',
  people:
    'M9 11.2a3.6 3.6 0 1 0 0-7.2 3.6 3.6 0 0 0 0 7.2ZM2.5 20c.4-3.4 3-5.2 6.5-5.2s6.1 1.8 6.5 5.2M16 4.4a3.6 3.6 0 0 1 0 6.5M18 15.2c2 .6 3.2 2.2 3.5 4.8',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0-5.5V5m0 14v2.5M2.5 12H5m14 0h2.5M5.3 5.3 7 7m10 10 1.7 1.7M18.7 5.3 17 7M7 17l-1.7 1.7',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  grid: 'M4 4h5v5h-5zm11 0h5v5h-5zm-11 11h5v5h-5zm11 0h5v5h-5z',
  close: 'M6 6l12 12M18 6 6 18',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.8 11.3L20 20',
  check: 'M5 12.6l4.6 4.6L19 7.4',
  add: 'M12 5v14M5 12h14',
  up: 'M12 19V5m-6 6 6-6 6 6',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4L20 9.3M20 4v5.3h-5.3',
  next: 'M9 5l7 7-7 7',
  previous: 'M15 5l-7 7 7 7',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5c.5-3.9 3.5-5.8 7.5-5.8s7 1.9 7.5 5.8',
  unmet: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  key: 'M15.5 3.5a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM12 12l-8 8v.5h3.5V18H10v-2.5M16.5 7.4v.1',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4Z',
  eyeOff:
    'M4 4l16 16M9.5 5.9A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.5M6.3 7.5A16.5 16.5 0 0 0 2.5 12S6 18.5 12 18.5c1.5 0 2.9-.4 4.1-1M10 10.2a2.7 2.7 0 0 0 3.8 3.8',
  home: 'M3.5 11 12 4l8.5 7M6 9.5V20h12V9.5M10 20v-5.5h4V20',
  page: 'M6 3h8l4 4v14H6V3Zm8 0v4h4M9 12h6m-6 4h6',
  article: 'M4 5h12v12.5a2 2 0 0 0 4 0V9h-4M4 5v12.5a2 2 0 0 0 2 2h12M7 9h6m-6 3.5h6m-6 3.5h3',
  command: 'M5 7l5 5-5 5m8 0h6',
  mail: 'M3 5.5h18v13H3v-13Zm0 1 9 7 9-7',
  chart: 'M4 4v16h16M8 16.5V12m4 4.5V7m4 9.5v-6',
  camera: 'M3 7h12v10H3V7Zm12 3.6 6-3.1v9l-6-3.1',
  building: 'M5 21V3.5h9V21m0-12h5v12M3 21h18M8 8h3m-3 4h3m-3 4h3',
  settings:
    'M4 7h8m6 0h2M4 17h2m6 0h8M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM9 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15L6 17Zm4 3.8h4M12 5V3',
  live: 'M12 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3ZM8 16a5.7 5.7 0 0 1 0-8m8 0a5.7 5.7 0 0 1 0 8M5 19a10 10 0 0 1 0-14m14 0a10 10 0 0 1 0 14',
} as const

export type IconName = keyof typeof shapes

export const isIconName = (name: string): name is IconName => name in shapes

/** All of them, for whoever shows or tests them. */
export const iconNames = (): readonly IconName[] => Object.keys(shapes).filter(isIconName)

interface IconProps {
  readonly name: IconName
  readonly className?: string | undefined
  readonly size?: 'small' | 'medium' | 'large'
}

const sizes = { small: '1rem', medium: '1.25rem', large: '1.75rem' } as const

/** Decoration only: what it means must stand beside it in words. */
export const Icon = ({ name, ...rest }: IconProps) => <Drawing shape={shapes[name]} {...rest} />

interface DrawingProps extends Omit<IconProps, 'name'> {
  /** The path, on the grid. */
  readonly shape: string
}

/** An icon that one room alone needs, and keeps. */
export const Drawing = ({ shape, className, size = 'small' }: DrawingProps) => (
  <svg
    className={className ? `flex-none ${className}` : 'flex-none'}
    viewBox="0 0 24 24"
    width={sizes[size]}
    height={sizes[size]}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.9"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={shape} />
  </svg>
)

// What the writer's tools look like.
import { Drawing } from '../../ui/primitives/icon.tsx'
import type { Action } from './markdown-edits.ts'

const shapes: Readonly<Record<Action | 'picture', string>> = {
  bold: 'M7 4.5h5.5a3.7 3.7 0 0 1 0 7.4H7V4.5Zm0 7.4h6.4a3.8 3.8 0 0 1 0 7.6H7v-7.6Z',
  italic: 'M10 4.5h7M7 19.5h7M14 4.5l-4 15',
  heading: 'M6 4.5v15M18 4.5v15M6 12h12',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12.5 5.8M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.1-1.1',
  bullets: 'M9 6h11M9 12h11M9 18h11M4.5 6v.1M4.5 12v.1M4.5 18v.1',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 4.5l1.5-1V8M4 13h2.5L4 16.5h2.5',
  quote: 'M5 5v14M10 7h10M10 12h10M10 17h6',
  code: 'M8.5 7 3.5 12l5 5M15.5 7l5 5-5 5',
  table: 'M4 5h16v14H4V5Zm0 5h16M4 14.5h16M12 10v9',
  picture: 'M4 5h16v14H4V5Zm0 11 4.5-4.5 4 4L15 13l5 4.5M15.5 8.8v.1',
}

interface ToolIconProps {
  readonly name: Action | 'picture'
  readonly size?: 'medium' | 'large'
}

/** Decoration only, as every icon. */
export const ToolIcon = ({ name, size = 'medium' }: ToolIconProps) => <Drawing shape={shapes[name]} size={size} />

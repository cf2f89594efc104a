// The newest passages and refusals, without anybody's name.
import { Guide } from './guide.tsx'
import { Lines } from './lines.tsx'
import { lineOfAccess } from './view.ts'
import type { PanelProps } from './panels.ts'

export const AccessPanel = ({ building, now }: PanelProps) => (
  <Guide title="By which door, when, and with what result" text={text}>
    <Lines lines={building.accesses.map(lineOfAccess)} timeZone={building.timeZone} now={now} />
  </Guide>
)

const text = [
  'The newest come first, by the clock of the building. A refusal says why, in plain words.',
  'In your own building each line names the person and opens into its details: the card, the zone, the times of device and server, and what happened at that door before and after.',
  'Here nobody is named, because nobody is stored: of the people of this building only the doors’ words are kept.',
]

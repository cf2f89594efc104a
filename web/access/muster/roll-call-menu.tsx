// What may be done with a whole roll-call: ended, taken away as a file, printed.
import * as contract from '@gatehouse/contract/access/muster'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { call, download } from '../../kit/data/api.ts'
import { filledOf } from '../../kit/filled.ts'
import { Can } from '../../kit/can.tsx'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { saveFile } from '../../ui/tables/save-and-print.ts'
import { evaluationAt, printAt } from './muster-links.ts'
import { peopleText } from './muster-words.ts'
import { accountedIn, type RollCall, tallyOf, type Wanted } from './roll-call.ts'

interface RollCallMenuProps {
  readonly rollCall: RollCall
  /** How many marks of this browser wait to be sent. */
  readonly waiting: number
  /** The file is of exactly what is shown. */
  readonly filters: Wanted
}

export const RollCallMenu = ({ rollCall: { muster, people }, waiting, filters }: RollCallMenuProps) => {
  const tally = tallyOf([...people.values()])
  const open = tally.people - accountedIn(tally)
  const save = async () => {
    const { zone, ...others } = filters
    const input = { musterId: muster.id, ...filledOf({ ...others, zoneId: zone === 'none' ? '' : zone }) }
    saveFile(await download(contract.exportCsv, input), `roll-call-${muster.startedAt.slice(0, 10)}.csv`)
  }
  return (
    <div className="flex flex-wrap gap-2 below-sm:-ms-2 below-sm:w-full below-sm:[&>:last-child]:ms-auto">
      <CallButton run={save} failed="The file could not be made.">
        CSV
      </CallButton>
      <Button component={Link} to={printAt(muster.id)}>
        Print
      </Button>
      <Button component={Link} to={evaluationAt(muster.id)}>
        Progress
      </Button>
      {muster.endedAt === null && (
        <Can op={contract.end}>
          <ConfirmButton
            variant="outlined"
            label="End"
            title={`End the roll-call at ${muster.site}?`}
            action="End it"
            busy="Ending…"
            reason={{ label: 'Summary' }}
            run={(summary) => call(contract.end, { musterId: muster.id, summary })}
            done={contract.messages.stopped}
          >
            <p>
              {open === 0
                ? 'Everybody on the list is accounted for.'
                : `${peopleText(open)} on the list ${open === 1 ? 'is' : 'are'} not accounted for.`}{' '}
              Nobody can be marked any more; marks that wait on other phones are still taken if they were made before.
              {waiting > 0 && ` Of yours, ${waiting} wait to be sent.`}
            </p>
          </ConfirmButton>
        </Can>
      )}
    </div>
  )
}

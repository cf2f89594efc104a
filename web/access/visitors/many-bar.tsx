// What may be done with several visitors at once.
import * as passes from '@gatehouse/contract/access/passes'
import * as visitors from '@gatehouse/contract/access/visitors'
import Button from '@mui/material/Button'
import { counted } from '../../kit/counted.ts'
import { call, isApiError } from '../../kit/data/api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { FootBar } from '../../ui/primitives/foot-bar.tsx'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'

interface ManyBarProps {
  readonly chosen: ReadonlySet<string>
  readonly onDone: () => void
}

export const ManyBar = ({ chosen, onDone }: ManyBarProps) => {
  const people = (count: number) => counted(count, 'visitor')
  return (
    <FootBar label="The chosen visitors" words={`${people(chosen.size)} chosen`}>
      <Button onClick={onDone}>Choose none</Button>
      <ConfirmButton
        color="error"
        title={`Revoke the passes of ${people(chosen.size)}?`}
        action="Revoke"
        reason={{ label: 'Why' }}
        run={async (reason) => {
          const done = await eachOf(chosen, (passId) => call(passes.withdraw, { passId, reason }))
          toast('success', `${counted(done, 'pass', 'passes')} revoked.${restOf(chosen.size - done, 'revoked before')}`)
          onDone()
        }}
      >
        <p>They open nothing from now on, on paper or on a phone. Doors still let the visitors out.</p>
      </ConfirmButton>
      <CallButton
        variant="contained"
        busy="Checking out…"
        failed="Not all of them could be checked out. Please try again."
        run={async () => {
          const done = await eachOf(chosen, (passId) => call(visitors.checkOut, { passId }))
          toast('success', `${people(done)} checked out.${restOf(chosen.size - done, 'not on site')}`)
          onDone()
        }}
      >
        Check out
      </CallButton>
    </FootBar>
  )
}

const restOf = (count: number, why: string) => (count === 0 ? '' : ` ${count} ${why}.`)

/** Answers for how many it was done: for some there may be nothing to do. */
const eachOf = async (ids: ReadonlySet<string>, run: (id: string) => Promise<unknown>): Promise<number> => {
  let done = 0
  for (const id of ids) {
    try {
      await run(id)
      done++
    } catch (error) {
      if (!isApiError(error) || error.status !== 409) throw error
    }
  }
  return done
}

// One visitor pass: its code to show or print, what it opens, and withdrawing it.
import * as passes from '@gatehouse/contract/access/passes'
import type { Pass } from '@gatehouse/contract/access/passes'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { To } from 'react-router'
import { useMissing } from '../../kit/can.tsx'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { useMomentText } from './access-words.ts'
import { StandingWord } from './parts.tsx'
import { standingOf, usesText } from './pass-words.ts'
import { printPass } from './print-pass.ts'
import { QrCode } from './qr-code.tsx'

export const PassSheet = ({ passId, closed }: { readonly passId: string; readonly closed: To }) => {
  const query = useQuery(queryOf(passes.byId, { passId }))
  const may = useMissing(passes.withdraw).length === 0
  const { pass, code } = query.data ?? {}
  const show = useMomentText()
  return (
    <AnswerSheet
      op={passes.byId}
      query={query}
      title={pass?.visitor ?? 'Visitor pass'}
      subtitle={pass?.company}
      rows={8}
      failed="This visitor pass could not be loaded"
      closed={closed}
      foot={
        may &&
        pass &&
        code !== undefined &&
        pass.state === 'issued' && (
          <>
            <ConfirmButton
              color="error"
              title={`Withdraw the pass of ${pass.visitor}?`}
              action="Withdraw"
              reason={{ label: 'Why' }}
              run={(reason) => call(passes.withdraw, { passId, reason })}
              done={`The pass of ${pass.visitor} is withdrawn.`}
            >
              <p>It opens nothing from now on, on paper or on a phone. Doors still let the visitor out.</p>
            </ConfirmButton>
            {pass.email !== null && <ResendButton pass={pass} />}
            {code !== null && (
              <Button variant="contained" onClick={() => printPass(pass, code, show)}>
                Print
              </Button>
            )}
          </>
        )
      }
    >
      {(answer) => (
        <div className="grid grid-cols-1 content-start gap-4">
          {answer.code !== null && (
            <QrCode text={answer.code} label={`QR code of the pass of ${answer.pass.visitor}`} />
          )}
          <PassFacts pass={answer.pass} />
        </div>
      )}
    </AnswerSheet>
  )
}

const PassFacts = ({ pass }: { readonly pass: Pass }) => {
  const show = useMomentText()
  return (
    <Facts>
      <Fact label="State">
        <StandingWord of={(now) => standingOf(pass, now)} />
      </Fact>
      <Fact label="To see">{pass.host?.name ?? 'Nobody in particular'}</Fact>
      <Fact label="From">{show(pass.from)}</Fact>
      <Fact label="Until">{show(pass.to)}</Fact>
      <Fact label="Entries allowed">{usesText(pass)}</Fact>
      {pass.lastUsedAt !== null && <Fact label="Last entry">{show(pass.lastUsedAt)}</Fact>}
      {pass.level && <Fact label="Level">{pass.level.name}</Fact>}
      {pass.doors.length > 0 && <Fact label="Doors">{pass.doors.map(({ name }) => name).join(', ')}</Fact>}
      {pass.escortNeeded && <Fact label="Escort">Needed</Fact>}
      {pass.note !== '' && <Fact label="Note">{pass.note}</Fact>}
      <Fact label="Mailed to">{pass.email ?? 'Not mailed'}</Fact>
      <Fact label="Issued">
        {show(pass.issuedAt)}
        {pass.issuedBy && ` by ${pass.issuedBy}`}
      </Fact>
    </Facts>
  )
}

const ResendButton = ({ pass }: { readonly pass: Pass }) => (
  <CallButton
    busy="Sending…"
    failed="It could not be sent. Please try again."
    run={async () => {
      await call(passes.resend, { passId: pass.id })
      toast('success', `The pass is on its way to ${pass.email}. The link of the letter before is void.`)
    }}
  >
    Mail again
  </CallButton>
)

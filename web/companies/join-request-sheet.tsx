// One request to join: who asks, what they write, and with which roles they would begin.
import * as companies from '@gatehouse/contract/companies'
import type { JoinRequest } from '@gatehouse/contract/companies'
import * as roles from '@gatehouse/contract/roles'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { To } from 'react-router'
import { messageOf } from '../kit/api.ts'
import { queryOf } from '../kit/queries.ts'
import { useSession } from '../kit/session.ts'
import { ChoiceList } from '../ui/choice-list.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { SideSheet, useCloseAfter } from '../ui/side-sheet.tsx'
import { Empty, SkeletonRows, View } from '../ui/states.tsx'
import { toast } from '../ui/toast.ts'
import { When } from '../ui/when.tsx'
import styles from './companies.module.css'
import { changeCompany } from './company-changes.ts'
import { Verified } from './join-requests-card.tsx'

interface JoinRequestSheetProps {
  /** undefined: decided meanwhile, or never there. */
  readonly request: JoinRequest | undefined
  readonly closed: To
}

export const JoinRequestSheet = ({ request, closed }: JoinRequestSheetProps) => {
  // Decided here, it leaves the list before the sheet has left the screen.
  const [shown] = useState(request)
  if (shown) return <Decision request={shown} closed={closed} />
  return (
    <SideSheet title="Request to join" closed={closed}>
      <Empty title="This request does not wait any more">
        <p>Somebody has decided it, or the person is in a company by now.</p>
      </Empty>
    </SideSheet>
  )
}

const Decision = ({ request, closed }: { readonly request: JoinRequest; readonly closed: To }) => {
  const { displayName, email, verified } = request.person
  const held = useSession().permissions
  const query = useQuery(queryOf(roles.list, {}))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [declining, setDeclining] = useState(false)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  useCloseAfter(done, closed)

  const decide = async (decision: 'approve' | 'decline') => {
    await changeCompany(companies.decideJoinRequest, { requestId: request.id, decision, roleIds: [...chosen] })
    toast('success', decision === 'approve' ? `${displayName} has joined.` : `${displayName} is declined.`)
    setDone(true)
  }
  const approve = async () => {
    if (working) return
    setWorking(true)
    setFailure(null)
    try {
      await decide('approve')
    } catch (error) {
      setFailure(messageOf(error, 'The request could not be approved. Please try again.'))
      setWorking(false)
    }
  }

  return (
    <SideSheet
      title={displayName}
      subtitle={email}
      closed={closed}
      foot={
        <>
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
          <Button onClick={() => setDeclining(true)}>Decline</Button>
          <Button variant="contained" aria-disabled={working} onClick={() => void approve()}>
            {working ? 'Approving…' : 'Approve'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>
          Asked <When at={request.createdAt} />. <Verified request={request} />
        </p>
        {request.message ? (
          <blockquote className={styles.message}>{request.message}</blockquote>
        ) : (
          <p className={styles.quiet}>Without a message. Approve it only if you know the person.</p>
        )}
        {!verified && (
          <p className={styles.quiet}>
            Nobody has shown yet that this address is theirs. Until then they see nothing of the company.
          </p>
        )}
        <View op={roles.list} query={query} skeleton={<SkeletonRows rows={5} />} failed="The roles could not be loaded">
          {(answer) => (
            <div>
              <ChoiceList
                legend="Roles to begin with"
                choices={answer.roles.map(({ _id: id, name, description, permissions }) => ({
                  id,
                  name,
                  note: description,
                  locked: permissions.every((permission) => held.has(permission))
                    ? undefined
                    : 'It allows what you may not do yourself',
                }))}
                chosen={chosen}
                onChange={setChosen}
                empty="There are no roles yet."
              />
            </div>
          )}
        </View>
      </div>
      {declining && (
        <Confirm
          title={`Decline the request of ${displayName}?`}
          action="Decline"
          busy="Declining…"
          tone="danger"
          onConfirm={() => decide('decline')}
          onClose={() => setDeclining(false)}
        >
          <p>They are told by mail. Their account stays as it is, and they may ask again.</p>
        </Confirm>
      )}
    </SideSheet>
  )
}

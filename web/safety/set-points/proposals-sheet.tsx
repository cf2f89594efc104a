// Every change of set points that was proposed, newest first, with what became of it.
import * as setPoints from '@gatehouse/contract/safety/set-points'
import type { Proposal } from '@gatehouse/contract/safety/set-points'
import { useState } from 'react'
import type { To } from 'react-router'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import { TableFoot } from '../../ui/tables/table-foot.tsx'
import { DecideQuestion } from './decide-question.tsx'
import type { NameOf } from './differences.tsx'
import { type Decision, ProposalItem } from './proposal-item.tsx'

interface ProposalsSheetProps {
  /** The one that a link is about; empty: none. */
  readonly current: string
  readonly nameOf: NameOf
  readonly areaName: (areaId: string | null, isNewArea: boolean) => string
  readonly closed: To
}

export const ProposalsSheet = ({ current, nameOf, areaName, closed }: ProposalsSheetProps) => {
  const { query, answers, more } = usePages(setPoints.proposals, (page) => page)
  const [deciding, setDeciding] = useState<{ readonly proposal: Proposal; readonly decision: Decision } | null>(null)
  // The one that a link is about comes first.
  const all = answers.flatMap(({ proposals }) => proposals)
  const shown = [...all.filter(({ id }) => id === current), ...all.filter(({ id }) => id !== current)]
  return (
    <SideSheet wide title="Proposals" subtitle="Changes of gas set points that take a second person" closed={closed}>
      <View op={setPoints.proposals} query={query} rows={8} failed="The proposals could not be loaded">
        {() =>
          shown.length === 0 ? (
            <Empty title="No proposals">
              <p>Where a second person is required, each change of set points is listed here with its decision.</p>
            </Empty>
          ) : (
            <div className="grid gap-3">
              {shown.map((proposal) => (
                <ProposalItem
                  key={proposal.id}
                  proposal={proposal}
                  nameOf={nameOf}
                  areaName={areaName}
                  isCurrent={proposal.id === current}
                  onDecide={(decision) => setDeciding({ proposal, decision })}
                />
              ))}
              <TableFoot more={more} rows={shown.length} noun={['proposal', 'proposals']} />
            </div>
          )
        }
      </View>
      {deciding && <DecideQuestion {...deciding} onClose={() => setDeciding(null)} />}
    </SideSheet>
  )
}

// What a person holds at the doors and what they carry, as parts of their page.
import * as access from '@gatehouse/contract/access/access'
import type { Output } from '@gatehouse/contract/operation'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '../../kit/data/queries.ts'
import { View } from '../../ui/feedback/states.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { Credentials } from './credentials.tsx'
import { AtDoors } from './person-sheet.tsx'

interface OfPerson {
  readonly userId: string
}

export const PersonAtDoors = ({ userId }: OfPerson) => (
  <OfOne userId={userId} title="Access levels and groups">
    {(answer) => <AtDoors answer={answer} />}
  </OfOne>
)

export const PersonCarries = ({ userId }: OfPerson) => (
  <OfOne userId={userId} title="Credentials">
    {({ holder, credentials }) => <Credentials person={holder.person} credentials={credentials} />}
  </OfOne>
)

interface OfOneProps extends OfPerson {
  readonly title: string
  readonly children: (answer: Output<typeof access.personById>) => ReactNode
}

const OfOne = ({ userId, title, children }: OfOneProps) => {
  const query = useQuery(queryOf(access.personById, { userId }))
  return (
    <Card title={title}>
      <div className="px-4 pb-4">
        <View op={access.personById} query={query} rows={6} failed="This person could not be loaded">
          {children}
        </View>
      </div>
    </Card>
  )
}

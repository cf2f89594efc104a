// The roles of a person, as a part of their page, for those who assign roles and look after no accounts.
import * as roles from '@gatehouse/contract/identity/roles'
import type { Person } from '@gatehouse/contract/identity/roles'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { View } from '../../ui/feedback/states.tsx'
import { KeepUnsaved } from '../../ui/forms/keep-unsaved.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { Choosing, differs, type Wish } from './choosing.tsx'
import { useRoleChoices } from './giving.ts'

export const RolesOfPerson = ({ userId }: { readonly userId: string }) => {
  const query = useQuery(queryOf(roles.personById, { userId }))
  return (
    <Card title="Account">
      <div className="px-4 pb-4">
        <View op={roles.personById} query={query} rows={6} failed="The roles could not be loaded">
          {({ person }) => <Roles key={person.id} person={person} />}
        </View>
      </div>
    </Card>
  )
}

const Roles = ({ person: { id, displayName, roles: given } }: { readonly person: Person }) => {
  const choices = useRoleChoices()
  const [wish, setWish] = useState<Wish>(null)
  const held = given.map(({ _id }) => _id)
  const isBeyond = choices.some((choice) => choice.locked !== undefined && held.includes(choice.id))
  if (isBeyond)
    return (
      <>
        <p className="rounded border-s-3 border-s-information bg-sunken px-4 py-3">
          {displayName} may do what you may not, so their roles are out of your hands.
        </p>
        <p>{given.map(({ name }) => name).join(', ')}</p>
      </>
    )
  return (
    <>
      <KeepUnsaved what={`What you have chosen for ${displayName}`} unsaved={differs(wish, held)} />
      <Choosing
        legend="Roles"
        empty="There are no roles."
        choices={choices}
        held={held}
        wish={wish}
        onWish={setWish}
        saved={`The roles of ${displayName} are saved.`}
        save={({ add, remove }) => call(roles.assign, { userIds: [id], add, remove })}
      />
    </>
  )
}

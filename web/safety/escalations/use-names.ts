// What roles, people and rotas are called that a policy names, and those that may be chosen for one.
import * as roles from '@gatehouse/contract/identity/roles'
import * as onCall from '@gatehouse/contract/safety/on-call'
import { useQuery } from '@tanstack/react-query'
import { useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import type { Names } from './escalation-words.ts'

interface Choice {
  readonly id: string
  readonly name: string
}

export interface Choices {
  readonly roles: readonly Choice[]
  readonly people: readonly Choice[]
  readonly rotas: readonly Choice[]
}

/** `pending`: some are still on their way. What may not be seen is left out. */
export const useNames = (): { readonly names: Names; readonly choices: Choices; readonly pending: boolean } => {
  const mayChoose = useMissing(onCall.candidates).length === 0
  const ofRoles = useQuery(queryOf(roles.list, {}))
  const ofPeople = useQuery({ ...queryOf(onCall.candidates, {}), enabled: mayChoose })
  const ofRotas = useQuery(queryOf(onCall.list, {}))
  const choices = {
    roles: (ofRoles.data?.roles ?? []).map(({ _id: id, name }) => ({ id, name })),
    people: ofPeople.data?.people ?? [],
    rotas: (ofRotas.data?.rotas ?? []).map(({ id, name }) => ({ id, name })),
  }
  return {
    choices,
    names: { roles: namesOf(choices.roles), people: namesOf(choices.people), rotas: namesOf(choices.rotas) },
    pending: ofRoles.isLoading || ofPeople.isLoading || ofRotas.isLoading,
  }
}

const namesOf = (all: readonly Choice[]) => new Map(all.map(({ id, name }) => [id, name]))

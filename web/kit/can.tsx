// What the signed-in user may do, for showing and hiding. The server decides; this is convenience.
import { lackOf } from '@gatehouse/contract/lack'
import type { Operation } from '@gatehouse/contract/operation'
import { missing, type Permission } from '@gatehouse/contract/permissions'
import type { ReactNode } from 'react'
import { useSession } from './session/session-state.ts'

interface CanProps {
  readonly op: Operation
  readonly children: ReactNode
  readonly otherwise?: ReactNode
}

export const Can = ({ op, children, otherwise = null }: CanProps) =>
  useMissing(op).length === 0 ? children : otherwise

/** Which permissions the user lacks for an operation and what else is needed. */
export const useMissing = (op: Operation, others: readonly Permission[] = []): Permission[] => {
  const { permissions } = useSession()
  return [...lackOf(op, permissions), ...missing(permissions, others)]
}

export const useHolds = (needed: readonly Permission[]): boolean =>
  missing(useSession().permissions, needed).length === 0

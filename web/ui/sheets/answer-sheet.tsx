// The sheet of one thing that the server is asked for.
import type { Operation } from '@gatehouse/contract/operation'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { To } from 'react-router'
import { isStatus } from '../../kit/data/api.ts'
import { Empty, View } from '../feedback/states.tsx'
import { SideSheet } from './side-sheet.tsx'

interface AnswerSheetProps<T> {
  readonly op: Operation
  readonly query: UseQueryResult<T>
  /** `level?.name ?? 'Access level'` */
  readonly title: ReactNode
  readonly subtitle?: ReactNode
  /** Stays in sight below the content. */
  readonly foot?: ReactNode
  /** How many rows stand there until the answer comes. */
  readonly rows: number
  /** `The lockdown could not be loaded` */
  readonly failed: string
  /** What is drawn where the server knows none of that id: its title, and why that may be. */
  readonly gone?: GoneWords
  readonly wide?: boolean
  readonly closed: To
  readonly children: (answer: T) => ReactNode
}

/** Its content has the four states of a view, and a word for what is not there. */
export const AnswerSheet = <T,>(props: AnswerSheetProps<T>) => {
  const { op, query, foot, rows, failed, gone, children, ...sheet } = props
  const isGone = gone !== undefined && (isStatus(query.error, 404) || isStatus(query.error, 422))
  return (
    <SideSheet {...sheet} foot={!isGone && foot}>
      {isGone ? (
        <Gone {...gone} />
      ) : (
        <View op={op} query={query} rows={rows} failed={failed}>
          {children}
        </View>
      )}
    </SideSheet>
  )
}

export interface GoneWords {
  /** `This group is not there` */
  readonly title: string
  readonly says: ReactNode
  /** Where to go on from there. */
  readonly next?: ReactNode
}

const Gone = ({ title, says: text, next }: GoneWords) => (
  <Empty title={title}>
    <p>{text}</p>
    {next}
  </Empty>
)

/** In the place of the sheet of a thing that is not in a list that came whole. `name`: what it would be. */
export const GoneSheet = ({ name, closed, ...words }: GoneWords & { readonly name: string; readonly closed: To }) => (
  <SideSheet title={name} closed={closed}>
    <Gone {...words} />
  </SideSheet>
)

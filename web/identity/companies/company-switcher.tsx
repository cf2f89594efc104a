// Choosing another company to be in, from wherever one is: a dialog for the user's menu.
import * as companies from '@gatehouse/contract/identity/companies'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import Button from '@mui/material/Button'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import ListItemButton from '@mui/material/ListItemButton'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { queryOf } from '../../kit/data/queries.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { matches } from '../../ui/forms/matching-options.ts'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Empty, SkeletonRows, View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { switchCompany } from './switch-company.ts'

interface CompanySwitcherProps {
  /** Where one begins in the other company; where one is when absent. */
  readonly to?: string
  readonly onClose: () => void
}

export const CompanySwitcher = ({ to, onClose }: CompanySwitcherProps) => {
  const heading = useId()
  const [search, setSearch] = useState('')
  const { busy, failure, attempt } = useAttempt('You could not be switched. Please try again.')
  const current = useSession().user?.company?.id
  const query = useQuery({
    ...queryOf(companies.list, { limit: 50, ...(search ? { search } : {}) }),
    placeholderData: keepPreviousData,
  })
  const go = (id: string) =>
    attempt(async () => {
      if (id !== current) await switchCompany(id, to)
      onClose()
    })
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={heading}>
      <DialogTitle id={heading}>Switch company</DialogTitle>
      <DialogContent>
        <div
          className="grid gap-3 pt-2 [&_li+li]:border-t [&_li+li]:border-t-line [&_ul]:max-h-[22rem] [&_ul]:overflow-auto"
          aria-busy={busy}
        >
          <SearchField label="Search companies" value={search} onChange={setSearch} />
          <Failure text={failure} />
          <View op={companies.list} query={query} rows={4} failed="The companies could not be loaded">
            {(answer) => {
              // While others are being looked for, nobody goes where they did not mean to.
              const late = query.isPlaceholderData
              const found = answer.companies.filter((company) => !late || matches(company, search))
              if (late && found.length === 0)
                return (
                  <div aria-busy="true">
                    <SkeletonRows rows={4} />
                  </div>
                )
              return found.length === 0 ? (
                <Empty title={`No company is called “${search}”`}>
                  <p>Names are found by any part of them.</p>
                </Empty>
              ) : (
                <ul>
                  {found.map(({ id, name }) => (
                    <li key={id}>
                      <ListItemButton aria-current={id === current || undefined} onClick={() => void go(id)}>
                        <span className="min-w-0 flex-[1_1_12rem] wrap-anywhere">{name}</span>
                        {id === current && <StatusWord state="information" word="You are here" pill />}
                      </ListItemButton>
                    </li>
                  ))}
                </ul>
              )
            }}
          </View>
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
      </DialogActions>
    </Dialog>
  )
}

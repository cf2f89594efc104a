// The shifts of a week by rota: as seven columns, on a phone day by day.
import * as onCall from '@gatehouse/contract/safety/on-call'
import type { Absence, Rota, Shift } from '@gatehouse/contract/safety/on-call'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type Answered, View } from '../../ui/feedback/states.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { weekText } from './on-call-words.ts'
import type { Week } from './use-week.ts'
import { WeekGrid } from './week-grid.tsx'
import { WeekList } from './week-list.tsx'

export interface Planned {
  readonly shifts: readonly Shift[]
  readonly absences: readonly Absence[]
}

interface WeekViewProps {
  readonly week: Week
  readonly rotas: readonly Rota[]
  readonly query: Answered<Planned>
}

export const WeekView = ({ week, rotas, query }: WeekViewProps) => {
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  return (
    <section className="grid grid-cols-1 gap-3" aria-label="Week">
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 className="tabular-nums">{weekText(week.monday)}</h2>
        <WeekSteps week={week} />
      </header>
      <View op={onCall.shifts} query={query} rows={5} failed="The shifts could not be loaded">
        {(planned) =>
          phone ? (
            <WeekList week={week} rotas={rotas} planned={planned} />
          ) : (
            <WeekGrid week={week} rotas={rotas} planned={planned} />
          )
        }
      </View>
      <p className="text-sm text-muted">Times of the site: {week.timeZone.replaceAll('_', ' ')}.</p>
    </section>
  )
}

const WeekSteps = ({ week }: { readonly week: Week }) => (
  <div className="flex items-center gap-1">
    <IconButton aria-label="Previous week" className="min-h-touch min-w-touch" onClick={() => week.move(-1)}>
      <Icon name="previous" size="medium" />
    </IconButton>
    <Button
      variant="outlined"
      aria-disabled={week.isCurrent || undefined}
      onClick={() => {
        if (!week.isCurrent) week.toToday()
      }}
    >
      Today
    </Button>
    <IconButton aria-label="Next week" className="min-h-touch min-w-touch" onClick={() => week.move(1)}>
      <Icon name="next" size="medium" />
    </IconButton>
  </div>
)

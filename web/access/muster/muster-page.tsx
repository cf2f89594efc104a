// The pages of roll-calls, each fetched when it is looked at: who is inside, one that runs, how it went, and on paper.
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { later } from '../../ui/feedback/later.tsx'
import { SkeletonRows } from '../../ui/feedback/states.tsx'
import { home } from './muster-links.ts'
import { NoPage } from '../../ui/feedback/no-page.tsx'

const MusterHome = later(async () => (await import('./muster-home.tsx')).MusterHome)
const RollCallPage = later(async () => (await import('./roll-call-page.tsx')).RollCallPage)
const EvaluationPage = later(async () => (await import('./evaluation-page.tsx')).EvaluationPage)
const PrintPage = later(async () => (await import('./print-page.tsx')).PrintPage)

export const MusterPage = () => {
  const { '*': rest = '' } = useParams()
  return (
    <Suspense fallback={<SkeletonRows rows={10} />}>
      <Part rest={rest} />
    </Suspense>
  )
}

const Part = ({ rest }: { readonly rest: string }) => {
  const [id = '', view, more] = rest.replace(/\/$/, '').split('/')
  if (id === '') return <MusterHome />
  if (more === undefined && isId.test(id)) {
    if (view === undefined) return <RollCallPage key={id} musterId={id} />
    if (view === 'evaluation') return <EvaluationPage key={id} musterId={id} />
    if (view === 'print') return <PrintPage key={id} musterId={id} />
  }
  return <NoPage to={home}>Go to the roll-calls</NoPage>
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

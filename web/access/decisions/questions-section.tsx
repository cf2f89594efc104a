// The questions about access, one at a time: who opens a door, what a person opens, what would happen, why somebody was
// kept out, and which doors decide alone.
import { Suspense } from 'react'
import { later } from '../../ui/feedback/later.tsx'
import { SkeletonRows } from '../../ui/feedback/states.tsx'
import { ToggleChoice } from '../../ui/forms/toggle-choice.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'

const questions = [
  { name: 'who', label: 'Who can open a door?', Part: later(async () => (await import('./who-opens.tsx')).WhoOpens) },
  {
    name: 'what',
    label: 'What can a person open?',
    Part: later(async () => (await import('./what-opens.tsx')).WhatOpens),
  },
  { name: 'would', label: 'Test access', Part: later(async () => (await import('./would-open.tsx')).WouldOpen) },
  { name: 'why', label: 'Why denied?', Part: later(async () => (await import('./why-denied.tsx')).WhyDenied) },
  {
    name: 'lists',
    label: 'Offline access lists',
    Part: later(async () => (await import('./door-lists.tsx')).DoorLists),
  },
] as const

export const QuestionsSection = () => {
  const filters = useUrlFilters()
  const shown = questions.find(({ name }) => name === filters.get('ask')) ?? questions[0]
  const { Part } = shown
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <ToggleChoice
        label="Question"
        // Wrapped on a phone they are no longer a row: each is a button of its own.
        className="flex-wrap gap-2 [&_button]:m-0! [&_button]:rounded! [&_button]:border-line! [&_button]:text-text!"
        value={shown.name}
        options={questions.map(({ name, label }) => [name, label])}
        onChange={(name) => filters.set({ ask: name, q: '', log: '' })}
      />
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <Part />
      </Suspense>
    </div>
  )
}

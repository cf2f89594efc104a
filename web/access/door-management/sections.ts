// The sections of the page that sets doors up, in the order of their tabs: each of them is a part of its own domain.
import type { ComponentType } from 'react'

export interface Section {
  /** Behind `/door-management/`; what follows it in the address is the section's own. */
  readonly path: string
  readonly label: string
  readonly load: () => Promise<ComponentType>
}

export const sections: readonly Section[] = [
  { path: 'doors', label: 'Doors', load: async () => (await import('./doors-section.tsx')).DoorsSection },
  { path: 'plan', label: 'Plan', load: async () => (await import('./plan-section.tsx')).PlanSection },
  {
    path: 'groups',
    label: 'Groups',
    load: async () => (await import('../door-groups/groups-section.tsx')).GroupsSection,
  },
  {
    path: 'places',
    label: 'Places',
    load: async () => (await import('../../building/sites/places-section.tsx')).PlacesSection,
  },
  {
    path: 'schedules',
    label: 'Schedules',
    load: async () => (await import('../schedules/schedules-section.tsx')).SchedulesSection,
  },
  {
    path: 'lockdowns',
    label: 'Lockdowns',
    load: async () => (await import('../lockdowns/scenarios-section.tsx')).ScenariosSection,
  },
  {
    path: 'access-levels',
    label: 'Access levels',
    load: async () => (await import('../access/levels-section.tsx')).LevelsSection,
  },
  { path: 'people', label: 'People', load: async () => (await import('../access/people-section.tsx')).PeopleSection },
  {
    path: 'questions',
    label: 'Access checks',
    load: async () => (await import('../decisions/questions-section.tsx')).QuestionsSection,
  },
]

import { describe, expect, test } from 'vitest'
import { faultsIn, type Page, tableOf } from './route-table.ts'

const load: Page['load'] = async () => () => null

describe('the route table', () => {
  test('passes when every route has a path and a component', () => {
    expect(
      faultsIn([
        { path: '/', load },
        { path: '/doors', load },
      ]),
    ).toEqual([])
  })

  test('is refused for a route without a path or a component', () => {
    expect(faultsIn([{ load }])).toEqual(['route 1 has no path'])
    expect(faultsIn([{ path: '/doors' }])).toEqual(['/doors has no component'])
  })

  test('is refused when a path is there twice', () => {
    expect(
      faultsIn([
        { path: '/doors', load },
        { path: '/doors', load },
      ]),
    ).toEqual(['/doors is there twice'])
  })

  test('has a component for every page of the contract, and no other', () => {
    expect(tableOf([{ path: '/doors', permissions: ['read_doors'] }], { '/doors': load })).toEqual([
      { path: '/doors', permissions: ['read_doors'], load },
    ])
    expect(() => tableOf([{ path: '/doors' }], {})).toThrow('/doors has no component')
    expect(() => tableOf([], { '/moat': load })).toThrow('The contract has no page /moat')
  })
})

import { useEffect, useRef } from 'react'

/** Scrolls the selected tab into view: on phones the tabs scroll horizontally. */
export function useShownTab(tab: string) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice moves it
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  return list
}

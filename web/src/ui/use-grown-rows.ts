import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Rows of a long page are built as far as somebody has come, since thousands at once would stop the browser. `end` stands below them while there are more. */
export function useGrownRows<Row, End extends Element>(rows: Row[] | undefined, portion = 100) {
  const [most, setMost] = useState(portion)
  const end = useRef<End>(null)
  const more = rows !== undefined && rows.length > most
  const grow = useEffectEvent(() => setMost(most + portion))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end is looked at anew after it moved
  useEffect(() => {
    if (!end.current) return
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && grow(), { rootMargin: '600px' })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [more, most])
  return { grown: more ? rows.slice(0, most) : rows, more, end }
}

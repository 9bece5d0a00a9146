import type { KeyboardEvent, PointerEvent } from 'react'
import { shortNumber } from '#lib/short-number.ts'
import classes from '#ui/bar-chart.module.css'

interface Measure<Point> {
  title: string
  of: (point: Point) => number
}

interface BarsProps<Point> {
  /** The subject of the chart, for screen readers. */
  label: string
  points: Point[]
  nameOf: (point: Point) => string
  /** A point as text, which screen readers announce when the point is selected. */
  textOf: (point: Point) => string
  /**
   * One or two measures. Two measures are shown as two charts, one above the other, each with its own axis, because two scales in one chart are
   * misleading.
   */
  measures: [Measure<Point>] | [Measure<Point>, Measure<Point>]
  chosen: number
  onChoose: (place: number) => void
}

/**
 * One bar chart per measure, all for the same days. A single bar is too narrow for touch, so the whole chart is one control: a press, a drag or the arrow keys select a
 * bar, and the page shows the selected values next to the chart.
 */
export function BarChart<Point>({ label, points, nameOf, textOf, measures, chosen, onChoose }: BarsProps<Point>) {
  const last = points.length - 1
  const choose = (place: number) => onChoose(Math.min(Math.max(place, 0), last))
  const current = points[chosen]
  return (
    <div>
      <div
        className={classes.bars}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen}
        aria-valuetext={current && textOf(current)}
        onKeyDown={(event) => moveByKey(event, chosen, last, choose)}
        onPointerDown={(event) => choose(placeUnder(event, points.length))}
        onPointerMove={(event) => {
          if (event.buttons > 0 || event.pointerType === 'mouse') choose(placeUnder(event, points.length))
        }}
      >
        {measures.map((measure, at) => (
          <Panel key={measure.title} measure={measure} points={points} chosen={chosen} look={at === 0 ? 'first' : 'second'} />
        ))}
      </div>
      <div className={classes.names} aria-hidden>
        {[0, last]
          .filter((place, at, all) => all.indexOf(place) === at)
          .map((place) => (
            <span key={place}>{points[place] && nameOf(points[place])}</span>
          ))}
      </div>
    </div>
  )
}

function Panel<Point>({
  measure: { title, of },
  points,
  chosen,
  look,
}: {
  measure: Measure<Point>
  points: Point[]
  chosen: number
  look: string
}) {
  const values = points.map(of)
  const top = axisMaximum(values)
  return (
    <div className={classes.panel} aria-hidden>
      <div className={classes.title}>{title}</div>
      <div className={classes.ticks}>
        {[top, top / 2, 0].map((tick) => (
          <span key={tick}>{shortNumber(tick)}</span>
        ))}
      </div>
      <svg aria-hidden className={classes.plot} viewBox={`0 0 ${points.length} 100`} preserveAspectRatio="none" data-plot>
        <rect className={classes.band} x={chosen} y={0} width={1} height={100} />
        {[0.5, 50, 99.5].map((y) => (
          <line key={y} className={classes.grid} x1={0} x2={points.length} y1={y} y2={y} />
        ))}
        {values.map((value, place) => {
          const height = (100 * value) / top
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              key={place}
              className={classes.bar}
              data-look={look}
              data-chosen={place === chosen || undefined}
              x={place + 0.12}
              width={0.76}
              y={100 - height}
              height={height}
            />
          )
        })}
      </svg>
    </div>
  )
}

/** The index of the bar below the pointer, calculated from the position of the plot area. */
function placeUnder({ currentTarget, clientX }: PointerEvent, count: number): number {
  const { left, width } = currentTarget.querySelector('[data-plot]')?.getBoundingClientRect() ?? { left: 0, width: 1 }
  return Math.floor(((clientX - left) / width) * count)
}

function moveByKey(event: KeyboardEvent, chosen: number, last: number, choose: (place: number) => void) {
  const to = { ArrowLeft: chosen - 1, ArrowDown: chosen - 1, ArrowRight: chosen + 1, ArrowUp: chosen + 1, Home: 0, End: last }[event.key]
  if (to === undefined) return
  event.preventDefault()
  choose(to)
}

/** The upper end of an axis that begins at 0: a round number whose half is round too, and which is not below the largest value. */
export function axisMaximum(values: number[]): number {
  const most = Math.max(...values, 1)
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 4, 6, 8, 10].map((step) => step * power).find((top) => top >= most && top >= 2) ?? most
}

import { wib } from '@lapak/contract/shared/time-text'
import type { SettingRow } from '@lapak/contract/system/settings'
import { Button, Skeleton, Text } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { groupSettings, matchesSetting, settingValueText } from '#features/system/settings/setting-labels.ts'
import classes from '#features/system/settings/setting-list.module.css'
import { settingsQuery } from '#features/system/settings/settings.api.ts'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { Tag } from '#ui/tag.tsx'
import link from '#ui/text-link.module.css'

interface SettingListProps {
  search: string
  /** Names of settings whose change waits for a second administrator. */
  waiting: ReadonlySet<string>
  onOpen: (name: string) => void
}

/** All settings, grouped. */
export function SettingList({ search, waiting, onOpen }: SettingListProps) {
  const { data, error, refetch } = useQuery(settingsQuery)
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={480} />
  const groups = groupSettings(data.filter((row) => matchesSetting(row, search)))
  if (groups.length === 0) return <EmptyState icon={IconAdjustments} title="Tidak ada aturan yang cocok" hint="Coba kata yang lain." />
  return groups.map(({ key, title, rows }) => (
    <Section key={key} title={title}>
      <RowList>
        {rows.map((row) => (
          <SettingLine key={row.name} row={row} waits={waiting.has(row.name)} onOpen={onOpen} />
        ))}
      </RowList>
    </Section>
  ))
}

function SettingLine({ row, waits, onOpen }: { row: SettingRow; waits: boolean; onOpen: (name: string) => void }) {
  const { name, about, value, default: initial, changedat, changedby } = row
  return (
    <Row
      actions={
        <div className={classes.side}>
          <Text fw={650} className={classes.value}>
            {settingValueText(row, value)}
          </Text>
          <Button variant="default" size="sm" onClick={() => onOpen(name)} aria-label={`Ubah ${name}`}>
            Ubah
          </Button>
        </div>
      }
    >
      <Text size="sm">{about}</Text>
      <RowFacts>
        <span className={classes.name}>{name}</span>
        {value !== initial && <span>Bawaan {settingValueText(row, initial)}</span>}
        {changedat && (
          <span>
            Diubah {changedby}, {wib(changedat)}
          </span>
        )}
        {waits && (
          <Link to="/persetujuan" className={link.link}>
            <Tag tone="own">Menunggu admin kedua</Tag>
          </Link>
        )}
      </RowFacts>
    </Row>
  )
}

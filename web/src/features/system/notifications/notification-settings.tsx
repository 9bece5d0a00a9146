import { notificationSubjects } from '@lapak/contract/shared/notification-subjects'
import { type NotificationChoices, notificationChannels, notificationKinds } from '@lapak/contract/system/notifications'
import { Skeleton, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { kindIcon } from '#features/system/notifications/kind-icon.ts'
import classes from '#features/system/notifications/notification-settings.module.css'
import { notificationChoicesQuery, useChangeNotificationChoice } from '#features/system/notifications/notifications.api.ts'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Tag } from '#ui/tag.tsx'

/** The channels besides the bell that are used for each kind of notification. */
export function NotificationSettings() {
  const { data, error, refetch } = useQuery(notificationChoicesQuery)
  return (
    <Section
      title="Kirim juga lewat"
      hint="Semua notifikasi tampil di lonceng. Pilih mana yang juga dikirim kepada Anda; kabar tentang keamanan dan uang selalu dikirim."
    >
      {data ? (
        <RowList aria-label="Jenis notifikasi">
          {data.map((choice) => (
            <KindRow key={choice.jenis} choice={choice} />
          ))}
        </RowList>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={480} />
      )}
    </Section>
  )
}

function KindRow({ choice: { jenis, kanal } }: { choice: NotificationChoices[number] }) {
  const { title } = notificationKinds[jenis]
  const about = notificationSubjects[jenis]
  const Icon = kindIcon[jenis]
  const choose = useChangeNotificationChoice()
  return (
    <Row
      mark={<Icon size={20} aria-hidden />}
      actions={
        <div className={classes.channels}>
          {kanal.length === 0 && <RowFacts>Lonceng saja</RowFacts>}
          {kanal.map(({ nama, aktif, wajib }) =>
            wajib ? (
              <Tag key={nama}>{notificationChannels[nama]}: selalu</Tag>
            ) : (
              <Switch
                key={nama}
                label={notificationChannels[nama]}
                aria-label={`${title} lewat ${notificationChannels[nama]}`}
                checked={aktif}
                disabled={choose.isPending}
                onChange={(event) => choose.mutate({ jenis, kanal: nama, aktif: event.currentTarget.checked })}
              />
            ),
          )}
        </div>
      }
    >
      <Text fw={600}>{title}</Text>
      <RowFacts>{about}</RowFacts>
    </Row>
  )
}

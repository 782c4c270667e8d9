{{/*
A Job cannot be changed. Its name has a digest of its content, so another image or address is another Job, and GitOps
tools, which know no revisions of Helm, get the same name for the same content.
*/}}
{{- define "emissions.job" -}}
{{- $spec := include .spec . -}}
apiVersion: batch/v1
kind: Job
metadata:
  {{- $name := printf "%s-%s" .component (sha256sum $spec | trunc 8) }}
  {{- include "emissions.metadata" (dict "root" .root "component" .component "name" $name) | nindent 2 }}
spec:
  {{- $spec | nindent 2 }}
{{- end }}

{{- define "emissions.jobLimits" -}}
backoffLimit: {{ .Values.migrations.backoffLimit }}
activeDeadlineSeconds: {{ .Values.migrations.deadlineSeconds }}
{{- end }}

{{- define "emissions.migrate" -}}
{{- $root := .root -}}
{{- $v := $root.Values -}}
{{- $hasCa := hasKey (include "emissions.databaseFiles" $root | fromJson) "DATABASE_CA_FILE" -}}
{{- $schemas := include "emissions.schemas" . | fromYamlArray -}}
{{ include "emissions.jobLimits" $root }}
template:
  metadata:
    {{- include "emissions.podMetadata" . | nindent 4 }}
  spec:
    restartPolicy: OnFailure
    {{- include "emissions.pod" . | nindent 4 }}
    {{- with include "emissions.initContainers" . }}
    {{- . | nindent 4 }}
    {{- end }}
    containers:
      - name: migrate
        image: {{ include "emissions.image" $v.image }}
        imagePullPolicy: {{ $v.image.pullPolicy }}
        args: [migrate]
        {{- include "emissions.container" . | nindent 8 }}
        {{- with include "emissions.extraSources" . }}
        {{- . | nindent 8 }}
        {{- end }}
        env:
          {{- range $schemas }}
          {{- $hosts := include "emissions.ownerHosts" $root | fromJsonArray }}
          {{- $login := dict "root" $root "user" (printf "emissions_%s_owner" .) "hosts" $hosts }}
          - name: {{ upper . }}_OWNER_URL
            value: {{ include "emissions.databaseUrl" $login | quote }}
          - name: {{ upper . }}_OWNER_PASSWORD_FILE
            value: /secrets/{{ upper . }}_OWNER_PASSWORD
          {{- end }}
          {{- if $hasCa }}
          - { name: DATABASE_CA_FILE, value: /database-ca/ca.crt }
          {{- end }}
          {{- with include "emissions.extraEnvironment" . }}
          {{- . | nindent 10 }}
          {{- end }}
        resources: {{ toJson $v.migrations.resources }}
        volumeMounts:
          - { name: tmp, mountPath: /tmp }
          - { name: secrets, mountPath: /secrets, readOnly: true }
          {{- if $hasCa }}
          - { name: database-ca, mountPath: /database-ca, readOnly: true }
          {{- end }}
          {{- with include "emissions.extraMounts" . }}
          {{- . | nindent 10 }}
          {{- end }}
    volumes:
      {{- include "emissions.tmp" . | nindent 6 }}
      {{- $keys := list }}
      {{- range $schemas }}{{ $keys = append $keys (printf "%s_OWNER_PASSWORD" (upper .)) }}{{ end }}
      {{- $secretName := printf "%s-owners" $v.secretPrefix }}
      {{- include "emissions.secretFolder" (dict "keys" $keys "secret" $v.migrations.secret "defaultName" $secretName) | nindent 6 }}
      {{- if $hasCa }}
      {{- include "emissions.caFolder" (dict "name" "database-ca" "secret" $v.database.tls.caSecret) | nindent 6 }}
      {{- end }}
      {{- with include "emissions.extraVolumes" . }}
      {{- . | nindent 6 }}
      {{- end }}
{{- end }}

{{/* "true" if a Job creates the roles. */}}
{{- define "emissions.makesRoles" -}}
{{- if or .Values.evaluation.enabled .Values.database.roles.enabled -}}true{{- end -}}
{{- end }}

{{- define "emissions.adminSecret" -}}
{{- if .Values.evaluation.enabled -}}{{ .Values.secretPrefix }}-postgres{{- else -}}{{ .Values.database.roles.adminSecret }}{{- end -}}
{{- end }}

{{/* A variable from a key of a Secret, for programs that do not read files. */}}
{{- define "emissions.secretVariable" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef: { name: {{ .secret }}, key: {{ .key }} }
{{- end }}

{{/* The Secret of a process or of the owners, and its key for a variable. */}}
{{- define "emissions.secretOf" -}}
{{- $other := get .secret.keys .variable -}}
{{- if $other -}}
{{- dict "name" .as "secret" $other.name "key" $other.key | toJson -}}
{{- else -}}
{{- dict "name" .as "secret" (.secret.name | default .defaultName) "key" .variable | toJson -}}
{{- end -}}
{{- end }}

{{- define "emissions.roles" -}}
{{- $root := .root -}}
{{- $v := $root.Values -}}
{{- $hasCa := hasKey (include "emissions.databaseFiles" $root | fromJson) "DATABASE_CA_FILE" -}}
{{- $admin := include "emissions.adminSecret" $root -}}
{{ include "emissions.jobLimits" $root }}
template:
  metadata:
    {{- $digest := dict "checksum/roles" ($root.Files.Get "files/roles.sql" | sha256sum) }}
    {{- include "emissions.podMetadata" (merge (dict "annotations" $digest) .) | nindent 4 }}
  spec:
    restartPolicy: OnFailure
    {{- include "emissions.pod" (merge (dict "user" 999) .) | nindent 4 }}
    {{- with include "emissions.initContainers" . }}
    {{- . | nindent 4 }}
    {{- end }}
    containers:
      - name: roles
        image: {{ include "emissions.image" $v.images.postgres }}
        imagePullPolicy: {{ $v.image.pullPolicy }}
        command: [psql, --set=ON_ERROR_STOP=1, --quiet, --no-psqlrc, --file=/roles/roles.sql]
        {{- include "emissions.container" . | nindent 8 }}
        {{- with include "emissions.extraSources" . }}
        {{- . | nindent 8 }}
        {{- end }}
        env:
          - { name: PGHOST, value: {{ include "emissions.ownerHosts" $root | fromJsonArray | join "," | quote }} }
          - { name: PGPORT, value: {{ $v.database.port | quote }} }
          - { name: PGDATABASE, value: {{ $v.database.name | quote }} }
          - { name: PGTARGETSESSIONATTRS, value: read-write }
          - { name: PGCONNECT_TIMEOUT, value: "5" }
          {{- if include "emissions.databaseTls" $root }}
          - { name: PGSSLMODE, value: verify-full }
          - { name: PGSSLROOTCERT, value: {{ ternary "/database-ca/ca.crt" "system" $hasCa }} }
          {{- end }}
          {{- include "emissions.secretVariable" (dict "name" "PGUSER" "secret" $admin "key" "username") | nindent 10 }}
          {{- include "emissions.secretVariable" (dict "name" "PGPASSWORD" "secret" $admin "key" "password") | nindent 10 }}
          {{- range include "emissions.schemas" . | fromYamlArray }}
          {{- $own := dict "secret" (get $v.services .).secret "defaultName" (printf "%s-%s" $v.secretPrefix .) "variable" "DATABASE_PASSWORD" }}
          {{- $own = set $own "as" (printf "%s_PASSWORD" (upper .)) }}
          {{- include "emissions.secretVariable" (include "emissions.secretOf" $own | fromJson) | nindent 10 }}
          {{- $name := printf "%s_OWNER_PASSWORD" (upper .) }}
          {{- $owner := dict "secret" $v.migrations.secret "defaultName" (printf "%s-owners" $v.secretPrefix) "variable" $name "as" $name }}
          {{- include "emissions.secretVariable" (include "emissions.secretOf" $owner | fromJson) | nindent 10 }}
          {{- end }}
          {{- with include "emissions.extraEnvironment" . }}
          {{- . | nindent 10 }}
          {{- end }}
        resources: {{ toJson $v.migrations.resources }}
        volumeMounts:
          - { name: tmp, mountPath: /tmp }
          - { name: roles, mountPath: /roles, readOnly: true }
          {{- if $hasCa }}
          - { name: database-ca, mountPath: /database-ca, readOnly: true }
          {{- end }}
          {{- with include "emissions.extraMounts" . }}
          {{- . | nindent 10 }}
          {{- end }}
    volumes:
      {{- include "emissions.tmp" . | nindent 6 }}
      - name: roles
        configMap: { name: {{ include "emissions.fullname" $root }}-roles }
      {{- if $hasCa }}
      {{- include "emissions.caFolder" (dict "name" "database-ca" "secret" $v.database.tls.caSecret) | nindent 6 }}
      {{- end }}
      {{- with include "emissions.extraVolumes" . }}
      {{- . | nindent 6 }}
      {{- end }}
{{- end }}

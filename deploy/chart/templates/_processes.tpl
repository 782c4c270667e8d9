{{/*
The processes: their port, the services that they call, whether they have a schema and read at a standby, their settings,
the keys of their Secret and the servers outside of the release that they reach. `runs` names another process whose
program, login and Secret are used. Every other template follows from this one.
*/}}
{{- define "emissions.processes" -}}
{{- $v := .Values -}}
gateway:
  port: 8080
  calls: [factors, activity, calc, imports, notify]
  schema: true
  secrets: [{{ if $v.signIn.passwords }}AUTH_TOKEN_SECRET, {{ end }}{{ if $v.signIn.oidc.hasClientSecret }}OIDC_CLIENT_SECRET{{ end }}]
  settings:
    PUBLIC_URL: {{ $v.publicUrl | quote }}
    AUTH_ISSUER: {{ $v.signIn.tokens.issuer | quote }}
    AUTH_AUDIENCE: {{ $v.signIn.tokens.audience | quote }}
    AUTH_JWKS_URL: {{ $v.signIn.tokens.jwksUrl | quote }}
    OIDC_ISSUER: {{ $v.signIn.oidc.issuer | quote }}
    OIDC_CLIENT_ID: {{ $v.signIn.oidc.clientId | quote }}
    OIDC_SCOPES: {{ $v.signIn.oidc.scopes | quote }}
  outside:
    - {{ dict "url" $v.signIn.tokens.jwksUrl "peers" $v.signIn.tokens.peers | toJson }}
    - {{ dict "url" $v.signIn.oidc.issuer "peers" $v.signIn.oidc.peers | toJson }}
factors:
  port: 8101
  calls: [imports]
  schema: true
  standby: true
  settings:
    PUBLIC_URL: {{ $v.publicUrl | quote }}
    DISTANCE_URL: {{ $v.distances.url | quote }}
  outside:
    - {{ dict "url" $v.distances.url "peers" $v.distances.peers | toJson }}
activity:
  port: 8102
  calls: [factors, calc, imports]
  schema: true
  standby: true
  secrets: [API_KEY_PEPPER, SEALING_KEYS]
calc:
  port: 8103
  calls: [factors, activity]
  schema: true
  standby: true
imports:
  port: 8104
  calls: [factors, activity]
  schema: true
  standby: true
  secrets: [FILE_URL_SECRET{{ if $v.fileStore.url }}, FILE_STORE_ACCESS_KEY, FILE_STORE_SECRET_KEY{{ end }}]
  settings:
    PUBLIC_URL: {{ $v.publicUrl | quote }}
    {{- if $v.documents.ownPod }}
    DOCUMENTS: elsewhere
    {{- end }}
    {{- if $v.fileStore.url }}
    FILE_STORE_URL: {{ $v.fileStore.url | quote }}
    FILE_STORE_BUCKET: {{ $v.fileStore.bucket | quote }}
    FILE_STORE_REGION: {{ $v.fileStore.region | quote }}
    {{- end }}
  outside:
    - {{ dict "url" $v.fileStore.url "peers" $v.fileStore.peers | toJson }}
{{- if $v.documents.ownPod }}
documents:
  runs: imports
  port: 8104
  # It reads its queue in the database, and nobody calls it.
  calls: []
  schema: true
  secrets: [FILE_URL_SECRET{{ if $v.fileStore.url }}, FILE_STORE_ACCESS_KEY, FILE_STORE_SECRET_KEY{{ end }}]
  settings:
    DOCUMENTS: only
    # It calls neither.
    ACTIVITY_URL: http://activity.invalid
    FACTORS_URL: http://factors.invalid
    {{- if $v.fileStore.url }}
    FILE_STORE_URL: {{ $v.fileStore.url | quote }}
    FILE_STORE_BUCKET: {{ $v.fileStore.bucket | quote }}
    FILE_STORE_REGION: {{ $v.fileStore.region | quote }}
    {{- end }}
  outside:
    - {{ dict "url" $v.fileStore.url "peers" $v.fileStore.peers | toJson }}
{{- end }}
notify:
  port: 8105
  calls: []
  schema: true
  standby: true
  secrets: [WEBHOOK_SECRET_KEYS]
  outside:
    # Receivers of webhooks.
    - {ports: [443, 8443], peers: []}
streams:
  port: 8106
  calls: []
  settings:
    NATS_REPLICAS: {{ ternary 1 $v.nats.streamReplicas $v.evaluation.enabled | quote }}
{{- end }}

{{/* The services with a schema, in a fixed order. */}}
{{- define "emissions.schemas" -}}
[activity, calc, factors, gateway, imports, notify]
{{- end }}

{{/* Keys of the Secret of a process. */}}
{{- define "emissions.secretKeys" -}}
{{- $keys := concat (list "NATS_PASSWORD") (.process.secrets | default list) -}}
{{- if .process.schema -}}
{{- $keys = concat $keys (list "DATABASE_PASSWORD" "PRINCIPAL_KEY") -}}
{{- end -}}
{{- sortAlpha $keys | toJson -}}
{{- end }}

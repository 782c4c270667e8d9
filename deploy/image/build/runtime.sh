#!/bin/sh
# Collects what the program node needs from the base image: shared libraries, names of hosts, certificates, a user.
# `runtime.sh <folder>`. The records of the packages are for scanners of vulnerabilities.
set -eu
target=$1
records=$target/var/lib/dpkg/status.d
mkdir -p "$target/etc" "$target/tmp" "$records"
chmod 1777 "$target/tmp"

libraries=$(ldd /usr/local/bin/node | grep -o '/[^ ]*')
for file in /usr/local/bin/node $libraries; do cp -L --parents "$file" "$target"; done
for file in $libraries; do
  package=$(dpkg-query -S "$(readlink -f "$file")" "$file" "/usr$file" 2>/dev/null | head -n 1 | cut -d : -f 1)
  dpkg-query -s "${package:?$file belongs to no package}" > "$records/$package"
  cp --parents "/usr/share/doc/$package/copyright" "$target"
done

cp -L /etc/os-release "$target/etc/os-release"
if [ -f /etc/ssl/certs/ca-certificates.crt ]; then cp --parents /etc/ssl/certs/ca-certificates.crt "$target"; fi
echo 'hosts: files dns' > "$target/etc/nsswitch.conf"
printf 'root:x:0:0::/:/nonexistent\nemissions:x:10001:10001::/tmp:/nonexistent\n' > "$target/etc/passwd"
printf 'root:x:0:\nemissions:x:10001:\n' > "$target/etc/group"

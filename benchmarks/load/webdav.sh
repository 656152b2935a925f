#!/usr/bin/env bash
# How much processor time does a WebDAV request take here, and in Tomcat's own servlet (the same Tomcat) and in Apache's mod_dav,
# both over files on disk? Basic credentials everywhere, one client on one connection, in turns. Exit 1 if the answers differ,
# 3 if a bar is missed. Needs apache2 (Debian) and curl; listens on loopback only.
# Use: benchmarks/load/webdav.sh [WAR] > benchmarks/results/webdav.md; with LESS=10 before it, a tenth of the requests. Some eight
# minutes. What stands under "Reading" in the page that was committed last is put under the new figures.
set -euo pipefail
cd "$(dirname "$0")/../.."
war=${1:-target/oxicloud.war}
for needed in "$war" "$(command -v apache2 || echo apache2)"; do
  [ -e "$needed" ] || { echo "missing: $needed" >&2; exit 2; }
done
work=$(mktemp -d)
chmod 755 "$work"
groups=()
finish() {
  local group
  for group in "${groups[@]:-}"; do [ -z "$group" ] || kill -- "-$group" 2>/dev/null || true; done
  sleep 1
  rm -rf "$work"
}
trap finish EXIT
set -m # each server is the leader of its own process group

version=$(sed -n 's/.*<tomcat\.version>\(.*\)<.*/\1/p' build-all.xml)
repository=$HOME/.m2/repository/org/apache/tomcat
jars=$repository/embed/tomcat-embed-core/$version/tomcat-embed-core-$version.jar
jars=$jars:$repository/tomcat-annotations-api/$version/tomcat-annotations-api-$version.jar
javac -d "$work/classes" -cp "$jars" benchmarks/load/webdav/*.java

field() { sed -n "s/.*\"$1\": *\"\([^\"]*\)\".*/\1/p"; }
waitfor() { # until the command succeeds
  for _ in $(seq 600); do if "$@" >/dev/null 2>&1; then return; fi; sleep 0.1; done
  echo "not ready: $*" >&2; exit 1
}

java -jar "$war" --port 0 --data "$work/cloud" >"$work/cloud.log" 2>&1 &
ours=$!; groups+=("$ours")
waitfor grep -q 'http:[^ ]*' "$work/cloud.log"
url=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$work/cloud.log" | tail -1)
waitfor curl -fs "${url}ready"
json=(-fs -H 'Content-Type: application/json')
curl "${json[@]}" -o /dev/null "${url}api/setup" \
  -d '{"username":"admin","email":"admin@example.org","password":"correct horse","setup_token":""}'
token=$(curl "${json[@]}" "${url}api/auth/login" -d '{"username":"admin","password":"correct horse"}' | field access_token)
secret=$(curl "${json[@]}" -H "Authorization: Bearer $token" "${url}api/auth/app-passwords" -d '{"label":"load"}' | field password)
port=${url##*:}; port=${port%%/*}

mkdir "$work/tomcat"
java -cp "$work/classes:$jars" TomcatWebdav "$work/tomcat" secret >"$work/tomcat.log" 2>&1 &
tomcat=$!; groups+=("$tomcat")
waitfor test -s "$work/tomcat/port"

mkdir -p "$work/apache/files"
chown -R www-data "$work/apache" 2>/dev/null || true
apacheport=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
printf 'admin:{SHA}%s\n' "$(printf secret | openssl dgst -sha1 -binary | base64)" >"$work/apache/users"
cat >"$work/apache/httpd.conf" <<END
ServerName 127.0.0.1
Listen 127.0.0.1:$apacheport
PidFile $work/apache/pid
ErrorLog $work/apache/error.log
DefaultRuntimeDir $work/apache
Mutex file:$work/apache default
$(for m in mpm_event authn_core authn_file authz_core authz_user auth_basic dav dav_fs; do
  echo "LoadModule ${m}_module /usr/lib/apache2/modules/mod_$m.so"; done)
User www-data
Group www-data
MaxKeepAliveRequests 0
KeepAliveTimeout 300
DocumentRoot $work/apache/files
DavLockDB $work/apache/locks
<Directory $work/apache/files>
  Dav On
  AuthType Basic
  AuthName files
  AuthUserFile $work/apache/users
  Require valid-user
</Directory>
END
apache2 -f "$work/apache/httpd.conf" -DFOREGROUND >"$work/apache.log" 2>&1 &
apache=$!; groups+=("$apache")
waitfor curl -fs -u admin:secret -X PROPFIND -H 'Depth: 0' "http://127.0.0.1:$apacheport/"

echo "# A WebDAV request, here and elsewhere"
echo
echo "Command: \`${LESS:+LESS=$LESS }benchmarks/load/webdav.sh\`"
echo
echo "Machine: $(nproc) cores, $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1); $(java -version 2>&1 | sed -n 2p); Tomcat $version; $(apache2 -v | sed -n 's/Server version: //p'); load average $(cut -d' ' -f1 /proc/loadavg) when it began."
echo
status=0
java -Dless="${LESS:-1}" -cp "$work/classes" WebdavLoad "OxiCloud,$port,/webdav/,$secret,$ours" \
  "Tomcat,$(cat "$work/tomcat/port"),/,secret,$tomcat" "mod_dav,$apacheport,/,secret,$apache" || status=$?
# what people made of it stays below the new figures
git show HEAD:benchmarks/results/webdav.md 2>/dev/null | sed -n '/^## Reading/,$p' | sed '1i\
' || true
exit "$status"
